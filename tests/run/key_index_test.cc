#include "harness/run/key_index.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace warpmark {
namespace {

TEST(KeyIndex, numbers_keys_in_the_order_in_which_they_come) {
  KeyIndex index(0);
  EXPECT_EQ(index.add("b"), 0);
  EXPECT_EQ(index.add("a"), 1);
  EXPECT_EQ(index.add("b"), 0);
  EXPECT_EQ(index.add(""), 2);
  EXPECT_EQ(index.size(), 3);
  EXPECT_EQ(index.find("a"), 1);
  EXPECT_EQ(index.find("c"), std::nullopt);
}

TEST(KeyIndex, grows_beyond_what_was_expected) {
  std::vector<std::string> keys;
  for (int i = 0; i < 10'000; ++i) keys.push_back("family/kernel/n:" + std::to_string(i));
  KeyIndex index(3);
  for (std::size_t i = 0; i < keys.size(); ++i) ASSERT_EQ(index.add(keys[i]), i);
  for (std::size_t i = 0; i < keys.size(); ++i) ASSERT_EQ(index.find(keys[i]), i);
  EXPECT_EQ(index.find("family/kernel/n:10000"), std::nullopt);
}

}  // namespace
}  // namespace warpmark
