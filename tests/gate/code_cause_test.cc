#include "harness/gate/code_cause.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpmark {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Metrics = std::map<std::string, std::uint64_t>;

std::vector<std::string> changes(Metrics before, Metrics after,
                                 std::map<std::string, std::vector<std::string>> places = {}) {
  CodeChanges found = code_changes({"a", std::move(before), {}}, {"b", std::move(after), std::move(places)});
  found.accesses.insert(found.accesses.end(), found.others.begin(), found.others.end());
  return found.accesses;
}

TEST(CodeCause, NothingMovedInEqualCode) {
  EXPECT_THAT(changes({{"global_load_32", 1}, {"registers", 8}}, {{"global_load_32", 1}, {"registers", 8}}), IsEmpty());
}

TEST(CodeCause, NarrowedAccessesWithTheirLines) {
  EXPECT_THAT(changes({{"global_load_128", 1}, {"global_store_128", 1}, {"instructions", 20}},
                      {{"global_load_32", 4}, {"global_store_32", 4}, {"instructions", 26}},
                      {{"global_load_32", {"copy.cu:35"}}, {"global_store_32", {"copy.cu:36", "copy.cu:37"}}}),
              ElementsAre("global loads narrowed (128-bit 1 -> 0, 32-bit 0 -> 4) at copy.cu:35",
                          "global stores narrowed (128-bit 1 -> 0, 32-bit 0 -> 4) at copy.cu:36, copy.cu:37",
                          "instructions 20 -> 26"));
}

TEST(CodeCause, WidenedAccesses) {
  EXPECT_THAT(changes({{"global_load_32", 4}}, {{"global_load_64", 2}}),
              ElementsAre("global loads widened (64-bit 0 -> 2, 32-bit 4 -> 0)"));
}

TEST(CodeCause, SharedBecameGeneric) {
  EXPECT_THAT(changes({{"shared_load_128", 64}, {"shared_store_128", 64}, {"registers", 56}},
                      {{"generic_load_128", 64}, {"generic_store_128", 64}, {"registers", 168}}),
              ElementsAre("shared loads became generic (shared 64 -> 0, generic 0 -> 64)",
                          "shared stores became generic (shared 64 -> 0, generic 0 -> 64)", "registers 56 -> 168"));
}

TEST(CodeCause, GenericBecameShared) {
  EXPECT_THAT(changes({{"generic_load_32", 2}}, {{"shared_load_32", 2}}),
              ElementsAre("shared loads are no longer generic (shared 0 -> 2, generic 2 -> 0)"));
}

TEST(CodeCause, SpillsAreToldOnceNotAsLocalAccessesToo) {
  EXPECT_THAT(changes({}, {{"local_load_32", 5}, {"local_store_32", 3}, {"spill_load", 5}, {"spill_store", 3}}),
              ElementsAre("registers spill to local memory (loads 0 -> 5, stores 0 -> 3)"));
}

TEST(CodeCause, LocalAccessesThatAreNoSpillsAreToldBesideThem) {
  EXPECT_THAT(
      changes({}, {{"local_load_32", 9}, {"spill_load", 5}}),
      ElementsAre("registers spill to local memory (loads 0 -> 5, stores 0 -> 0)", "more local loads (32-bit 0 -> 9)"));
}

TEST(CodeCause, MoreAccessesOfTheSameWidth) {
  EXPECT_THAT(changes({{"global_load_32", 2}}, {{"global_load_32", 3}}),
              ElementsAre("more global loads (32-bit 2 -> 3)"));
}

TEST(CodeCause, WhatHasNoWordsOfItsOwnIsNamedByItsMetricInstructionsLast) {
  EXPECT_THAT(changes({{"instructions", 10}, {"matrix", 4}}, {{"instructions", 9}, {"shared_bytes", 64}}),
              ElementsAre("matrix 4 -> 0", "shared_bytes 0 -> 64", "instructions 10 -> 9"));
}

TEST(CodeCause, ManyLinesAreCut) {
  EXPECT_THAT(changes({}, {{"global_load_32", 5}}, {{"global_load_32", {"a.cu:1", "a.cu:2", "a.cu:3", "a.cu:4"}}}),
              ElementsAre("more global loads (32-bit 0 -> 5) at a.cu:1, a.cu:2, a.cu:3 and 1 more lines"));
}

TEST(CodeCause, AccessesAreKeptApartFromTheRest) {
  const CodeChanges found =
      code_changes({"a", {{"global_load_32", 1}}, {}}, {"b", {{"global_load_32", 2}, {"registers", 9}}, {}});
  EXPECT_THAT(found.accesses, ElementsAre("more global loads (32-bit 1 -> 2)"));
  EXPECT_THAT(found.others, ElementsAre("registers 0 -> 9"));
}

}  // namespace
}  // namespace warpmark
