#include <fmt/format.h>

#include <algorithm>

#include "harness/run/input_error.h"
#include "harness/run/json_file.h"

namespace warpmark {
namespace {

using Json = nlohmann::ordered_json;

/// A member of `context.warpmark`, or null.
Json warpmark_member(const Run& run, const char* member) {
  if (!run.context.is_object()) return nullptr;
  const auto warpmark = run.context.find("warpmark");
  if (warpmark == run.context.end() || !warpmark->is_object()) return nullptr;
  return warpmark->value(member, Json());
}

void require_same(const Run& run, const Run& part, int process) {
  const auto require = [&](const char* what, const Json& ours, const Json& theirs) {
    if (ours != theirs)
      throw InputError(fmt::format("process {}", process),
                       fmt::format("{} is {}, and {} in the processes before", what, theirs.dump(), ours.dump()),
                       "measure all processes of a run on one card, with one program and one driver");
  };
  const GpuFacts& a = run.facts.gpu;
  const GpuFacts& b = part.facts.gpu;
  require("GPU", a.name, b.name);
  require("GPU UUID", a.uuid, b.uuid);
  require("number of SMs", a.sm_count, b.sm_count);
  require("memory in GiB", a.memory_gib, b.memory_gib);
  require("MIG profile", a.mig, b.mig);
  require("timer", run.facts.timer, part.facts.timer);
  require("driver", run.facts.driver, part.facts.driver);
  require("build id of the program", warpmark_member(run, "binary_build_id"), warpmark_member(part, "binary_build_id"));
}

/// How one process's measurement is listed in `context.warpmark.processes`.
Json process_record(const Run& part, int process) {
  Json record = {{"process", process}};
  if (part.context.is_object() && part.context.contains("date")) record["date"] = part.context["date"];
  if (const Json seed = warpmark_member(part, "seed"); !seed.is_null()) record["seed"] = seed;
  return record;
}

}  // namespace

void merge_into(Run& run, Run part, int process) {
  const Json record = process_record(part, process);
  if (run.rows.empty() && run.context.is_null()) {
    run.facts = part.facts;
    run.context = part.context.is_object() ? part.context : Json::object();
    run.context["warpmark"].update(to_json(run.facts), true);
    run.context["warpmark"]["processes"] = Json::array();
  } else {
    require_same(run, part, process);
  }
  run.context["warpmark"]["processes"].push_back(record);

  for (Row& row : part.rows) {
    row.process = process;
    run.rows.push_back(std::move(row));
  }
  for (Note& note : part.notes) {
    const bool is_known = std::any_of(run.notes.begin(), run.notes.end(), [&](const Note& known) {
      return known.where == note.where && known.text == note.text;
    });
    if (!is_known) run.notes.push_back(std::move(note));
  }
}

}  // namespace warpmark
