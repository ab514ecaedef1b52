// Reports against the files of golden/, byte by byte. To renew them after a wanted change, run with
// WARPMARK_WRITE_GOLDEN=1 and review the diff.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace warpmark {

inline void expect_golden(const std::string& text, const std::string& name) {
  const std::string file = std::string(WARPMARK_GOLDEN) + "/" + name;
  if (std::getenv("WARPMARK_WRITE_GOLDEN") != nullptr) std::ofstream(file) << text;
  std::ifstream in(file);
  const std::string golden((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  EXPECT_EQ(text, golden) << file;
}

}  // namespace warpmark
