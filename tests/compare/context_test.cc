#include "harness/compare/context.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/run/input_error.h"

namespace warpmark::compare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Run run() {
  warpmark::Run run;
  run.facts.gpu.name = "NVIDIA H200";
  run.facts.gpu.uuid = "GPU-1";
  run.facts.timer = "cupti";
  run.facts.driver = "580";
  run.context = {{"host_name", "one"}};
  return run;
}

std::vector<std::string> notes(const Run& after, bool across_cards = false) {
  return require_comparable(run(), "A", after, "B", across_cards);
}

TEST(Comparable, runs_that_agree_or_are_silent_have_nothing_to_note) {
  EXPECT_THAT(notes(run()), IsEmpty());
  EXPECT_THAT(notes(warpmark::Run()), IsEmpty());
}

TEST(Comparable, other_cards_and_hosts_are_refused_unless_told_to) {
  warpmark::Run card = run();
  card.facts.gpu.uuid = "GPU-2";
  EXPECT_THROW(notes(card), InputError);
  EXPECT_THAT(notes(card, true), ElementsAre("card GPU-1 in A, GPU-2 in B"));
  warpmark::Run host = run();
  host.context["host_name"] = "two";
  EXPECT_THROW(notes(host), InputError);
  EXPECT_THAT(notes(host, true), ElementsAre("host one in A, two in B"));
}

TEST(Comparable, two_timers_never_are) {
  warpmark::Run events = run();
  events.facts.timer = "event";
  EXPECT_THROW(notes(events, true), InputError);
}

TEST(Comparable, other_facts_are_noted) {
  warpmark::Run other = run();
  other.facts.driver = "590";
  EXPECT_THAT(notes(other), ElementsAre("driver 580 in A, 590 in B"));
}

}  // namespace
}  // namespace warpmark::compare
