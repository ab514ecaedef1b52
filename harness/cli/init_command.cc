#include <memory>

#include "fmt/format.h"
#include "harness/cli/commands.h"
#include "harness/init/new_project.h"

namespace warpmark {

void add_init_command(CLI::App& app, Invocation& invocation) {
  auto folder = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("init", "Write a small project to begin with: a kernel, gated");
  command->add_option("folder", *folder, "Where to: a new or an empty folder")->required()->type_name("DIR");
  command->footer(
      "Writes a kernel, its benchmark, CMakeLists.txt, a policy, what the machine code must be like, and a CI recipe;\n"
      "then prints the commands that build and judge it. Nothing is overwritten.\n"
      "Examples:\n"
      "  warpmark init my_kernels\n"
      "  build/bin/warpmark init ../my_kernels    from a build tree, without installing\n"
      "Exit codes: 0 written, 2 usage, or a folder that is not empty or cannot be written to.");
  command->callback([folder, &invocation] {
    write_project(*folder);
    fmt::print("{}", next_steps(*folder, own_package()));
    invocation.exit_code = 0;
  });
}

}  // namespace warpmark
