#include "harness/run/counter_values.h"

#include <gmock/gmock.h>

#include <stdexcept>

namespace warpmark {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

const CounterValues three = {{"c", 3}, {"a", 1}, {"b", 2}};

TEST(CounterValues, AreSortedByNameInWhateverOrderTheyCome) {
  EXPECT_THAT(three, ElementsAre(Pair("a", 1), Pair("b", 2), Pair("c", 3)));
}

TEST(CounterValues, FindsWhatIsThere) {
  EXPECT_EQ(three.at("a"), 1);
  EXPECT_EQ(three.at("c"), 3);
  EXPECT_TRUE(three.contains("b"));
}

TEST(CounterValues, DoesNotFindWhatIsNot) {
  for (const char* name : {"", "aa", "d"}) {
    EXPECT_FALSE(three.contains(name)) << name;
    EXPECT_THROW(static_cast<void>(three.at(name)), std::out_of_range) << name;
  }
  EXPECT_FALSE(CounterValues().contains("a"));
}

TEST(CounterValues, ANameStandsOnce) {
  CounterValues counters = three;
  counters["b"] += 10;
  counters["a"] = 5;
  EXPECT_THAT(counters, ElementsAre(Pair("a", 5), Pair("b", 12), Pair("c", 3)));
}

TEST(CounterValues, ANewOneIsZero) {
  CounterValues counters = three;
  EXPECT_EQ(counters["aa"], 0);
  EXPECT_EQ(counters.size(), 4U);
}

TEST(CounterValues, MergesWhatIsNotThere) {
  CounterValues counters = three;
  counters.merge({{"b", 20}, {"d", 4}});
  EXPECT_THAT(counters, ElementsAre(Pair("a", 1), Pair("b", 2), Pair("c", 3), Pair("d", 4)));
}

TEST(CounterValues, ErasesByName) {
  CounterValues counters = three;
  counters.erase("b");
  counters.erase("nobody");
  EXPECT_THAT(counters, ElementsAre(Pair("a", 1), Pair("c", 3)));
  counters.clear();
  EXPECT_THAT(counters, IsEmpty());
}

}  // namespace
}  // namespace warpmark
