#include "harness/init/package.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "harness/run/text_file.h"
#include "tests/run/scratch_folder.h"

namespace warpmark {
namespace {

using testing::HasSubstr;
using testing::Not;

namespace fs = std::filesystem;

/// A machine whose PATH is one folder, empty at first.
class PackageTest : public testing::Test {
 protected:
  PackageTest() {
    setenv("PATH", folder("path").c_str(), 1);
    unsetenv("CUDACXX");
  }
  ~PackageTest() override { setenv("PATH", path_before.c_str(), 1); }

  fs::path folder(const std::string& name) const {
    fs::create_directories(scratch.path() / name);
    return scratch.path() / name;
  }

  void put_program(const fs::path& file) const {
    fs::create_directories(file.parent_path());
    replace_text(file, "");
    fs::permissions(file, fs::perms::owner_all);
  }

  void install(const std::string& lib) const {
    replace_text(folder("prefix/" + lib + "/cmake/warpmark") / "warpmarkConfig.cmake", "");
    put_program(program);
  }

  Package of_program() const { return package_of(program, nvcc); }

  const std::string path_before = std::getenv("PATH");
  const ScratchFolder scratch;
  const fs::path program = scratch.path() / "prefix/bin/warpmark";
  std::string nvcc = (scratch.path() / "toolkit/nvcc").string();
};

TEST_F(PackageTest, of_an_installed_program_is_its_prefix) {
  for (const char* lib : {"lib", "lib64", "lib/x86_64-linux-gnu"}) {
    install(lib);
    const Package package = of_program();
    EXPECT_THAT(package.flags, HasSubstr(" -DCMAKE_PREFIX_PATH=" + (scratch.path() / "prefix").string()));
    EXPECT_EQ(package.shortcoming, "");
    fs::remove_all(scratch.path() / "prefix");
  }
}

TEST_F(PackageTest, of_a_program_in_its_build_tree_is_that_tree) {
  put_program(program);
  replace_text(folder("prefix") / "warpmarkConfig.cmake", "");
  EXPECT_THAT(of_program().flags, HasSubstr(" -Dwarpmark_DIR=" + (scratch.path() / "prefix").string()));
}

TEST_F(PackageTest, is_none_where_cmake_could_find_none) {
  put_program(program);
  const Package package = of_program();
  EXPECT_THAT(package.shortcoming, HasSubstr("cmake --install"));
  EXPECT_THAT(package.flags, Not(HasSubstr("prefix")));
}

TEST_F(PackageTest, calls_the_program_by_its_path_unless_it_is_found_without) {
  install("lib");
  EXPECT_EQ(of_program().program, program.string());
  fs::create_symlink(program, folder("path") / "warpmark");
  EXPECT_EQ(of_program().program, "warpmark");
}

TEST_F(PackageTest, finds_nothing_by_a_relative_folder_of_the_path) {
  install("lib");
  put_program(program.parent_path() / "ninja");
  setenv("PATH", fs::relative(program.parent_path()).c_str(), 1);
  EXPECT_EQ(of_program().program, program.string());
  EXPECT_THAT(of_program().flags, Not(HasSubstr("Ninja")));
}

TEST_F(PackageTest, asks_for_ninja_where_there_is_one) {
  install("lib");
  EXPECT_THAT(of_program().flags, Not(HasSubstr("Ninja")));
  folder("path/ninja");  // is none to be called
  EXPECT_THAT(of_program().flags, Not(HasSubstr("Ninja")));
  fs::remove(folder("path/ninja"));
  put_program(folder("path") / "ninja");
  EXPECT_THAT(of_program().flags, HasSubstr(" -G Ninja"));
}

TEST_F(PackageTest, names_the_cuda_compiler_only_where_cmake_would_not_find_it) {
  install("lib");
  EXPECT_THAT(of_program().flags, Not(HasSubstr("CUDA_COMPILER")));  // no longer there
  put_program(nvcc);
  EXPECT_THAT(of_program().flags, HasSubstr(" -DCMAKE_CUDA_COMPILER=" + nvcc));
  put_program(folder("path") / "nvcc");
  EXPECT_THAT(of_program().flags, Not(HasSubstr("CUDA_COMPILER")));
  fs::remove(folder("path") / "nvcc");
  setenv("CUDACXX", nvcc.c_str(), 1);
  EXPECT_THAT(of_program().flags, Not(HasSubstr("CUDA_COMPILER")));
}

TEST_F(PackageTest, of_a_build_without_cuda_says_so) {
  install("lib");
  nvcc.clear();
  EXPECT_THAT(of_program().shortcoming, HasSubstr("built without CUDA"));
}

}  // namespace
}  // namespace warpmark
