#include "harness/measure/host_meter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace warpmark {
namespace {

/// A host whose calls take exactly as long as is said.
class HostMeterTest : public testing::Test {
 protected:
  Row measure(const Declare& declare) {
    Suite suite;
    suite.add("test/row", {{"size", 1}}, declare);
    return measure_on_host(
        suite.rows().front(), {}, [this] { return now_us_; },
        [this] {
          if (interrupt_) throw std::runtime_error("interrupted");
        });
  }
  void pass(double us) { now_us_ += us; }

  bool interrupt_ = false;

 private:
  double now_us_ = 0;
};

TEST_F(HostMeterTest, TellsTheTimeOfOneCallAndWhoseClockItWas) {
  const Row row = measure([this](Workload& workload) {
    workload.reads(20'000);
    workload.host([this] { pass(10); });
  });
  ASSERT_FALSE(row.error) << *row.error;
  EXPECT_EQ(row.key, "test/row/size:1/timer:host");
  EXPECT_EQ(row.timer, "host");
  EXPECT_NEAR(row.time_us, 10, 1e-9);
  EXPECT_NEAR(row.counter("gpu_gbps").value_or(0), 2, 1e-9);
  EXPECT_FALSE(row.counter("gpu_peak_percent"));
}

TEST_F(HostMeterTest, MeasuresCallsThatAreShorterThanItsClockCanTell) {
  const Row row = measure([this](Workload& workload) { workload.host([this] { pass(1.0 / 1024); }); });
  EXPECT_NEAR(row.time_us, 1.0 / 1024, 1e-9);
}

TEST_F(HostMeterTest, WithoutBytesThereIsNoBandwidth) {
  const Row row = measure([this](Workload& workload) { workload.host([this] { pass(10); }); });
  EXPECT_FALSE(row.counter("gpu_gbps"));
}

TEST_F(HostMeterTest, WhatTheCallThrowsFailsTheRow) {
  const Row row = measure([](Workload& workload) { workload.host([] { throw std::runtime_error("no file"); }); });
  EXPECT_EQ(row.error, "no file");
}

TEST_F(HostMeterTest, WhateverTheCallThrowsFailsTheRow) {
  const Row row = measure([](Workload& workload) { workload.host([] { throw 7; }); });
  EXPECT_EQ(row.error, "the call threw something that is no std::exception");
}

TEST_F(HostMeterTest, StopsWhenAsked) {
  interrupt_ = true;
  EXPECT_THROW(measure([](Workload& workload) { workload.host([] {}); }), std::runtime_error);
}

}  // namespace
}  // namespace warpmark
