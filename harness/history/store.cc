#include "harness/history/store.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "harness/baseline/baseline.h"
#include "harness/baseline/run_context.h"
#include "harness/gate/measured.h"
#include "harness/history/moment.h"
#include "harness/history/schema.h"
#include "harness/run/code_json.h"
#include "harness/run/facts_json.h"
#include "harness/run/fnv1a.h"
#include "harness/run/input_error.h"
#include "harness/run/json_file.h"
#include "harness/run/median.h"

namespace warpmark::history {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// Two files of one run differ in white space at most.
std::string hash_of(const Run& run) {
  Fnv1a hash;
  hash.add(text_of(run.context));
  for (const Row& row : run.rows) hash.add(text_of(to_json(row)));
  return hash.digits();
}

std::string date_in(const Run& run) {
  const auto date = run.context.is_object() ? run.context.find("date") : run.context.end();
  return date != run.context.end() && date->is_string() ? date->get<std::string>() : std::string();
}

std::string host_in(const Json& context) {
  const auto host = context.find("host_name");
  return host != context.end() && host->is_string() ? host->get<std::string>() : std::string();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

/// What a run holds of one benchmark, in the form in which it is stored.
struct Summary {
  const Row* first = nullptr;
  std::map<std::string, std::vector<double>> counters;  // one value per process
};

std::map<std::string, Summary> summaries_of(const Run& run) {
  std::map<std::string, Summary> summaries;
  for (const Row& row : run.rows) {
    Summary& summary = summaries[row.key];
    if (summary.first == nullptr) summary.first = &row;
    for (const auto& [name, value] : row.counters) summary.counters[name].push_back(value);
  }
  return summaries;
}

std::string setup_text(const Summary& summary, const std::vector<std::string>& kernels) {
  Json names = Json::array();
  for (const auto& [name, values] : summary.counters) names.push_back(name);
  return text_of({{"label", summary.first->label},
                  {"params", summary.first->params},
                  {"kernels", kernels},
                  {"counters", std::move(names)}});
}

Setup setup_of(const std::string& text) {
  const Json json = Json::parse(text);
  Setup setup;
  setup.label = json.value("label", "");
  for (const auto& [name, value] : json.at("params").items()) setup.params[name] = value;
  setup.kernels = json.at("kernels").get<std::vector<std::string>>();
  setup.counter_names = json.at("counters").get<std::vector<std::string>>();
  return setup;
}

}  // namespace

double Point::time_us() const { return median(times_us); }

std::string comparable_gpu(const RunFacts& facts, const std::string& file) {
  if (facts.gpu.name.empty()) throw of_no_gpu(facts, file);
  return facts.timer.empty() || facts.timer == "cupti" ? gpu_model(facts.gpu)
                                                       : fmt::format("{}, timer {}", gpu_model(facts.gpu), facts.timer);
}

History::History(const std::filesystem::path& file, Database::Access access) : database_(file, access) {
  if (access == Database::Access::write) {
    migrate(database_);
  } else if (version_of(database_) < schema_version) {
    // Of an older version: brought up to date by whoever may write it, which readers then see.
    Database writer(file, Database::Access::write);
    migrate(writer);
  }
}

std::int64_t History::id_of(Statement& find, Statement& insert, const std::string& content) {
  if (find.start(content).next()) return find.integer(0);
  insert.run(content);
  return database_.last_id();
}

Added History::add(const Run& run, const std::optional<Judgement>& judgement, const std::string& file) {
  Added added;
  const std::string gpu = comparable_gpu(run.facts, file);
  const std::int64_t seconds = seconds_of(date_in(run), file);
  if (run.rows.empty()) throw InputError(file, "holds no measurement", "measure again: see warpmark run --help");
  added.hash = hash_of(run);

  Transaction transaction(database_);
  Statement there(database_, "SELECT 1 FROM run WHERE hash = ?");
  if (there.start(added.hash).next()) return added;
  Statement newest(database_, "SELECT max(seconds) FROM run WHERE gpu = ?");
  if (newest.start(gpu).next() && !newest.is_null(0) && newest.integer(0) >= seconds) {
    added.notes.push_back(newest.integer(0) == seconds
                              ? fmt::format("another run began at {} as well: both are kept", utc(seconds))
                              : fmt::format("of {}, before the newest run there ({}): it takes its place by its date",
                                            utc(seconds), utc(newest.integer(0))));
  }
  const std::int64_t id = insert_run(run, added.hash, gpu, file);
  insert_code(run.code, id);
  added.benchmarks = insert_measurements(run, id);
  if (judgement) insert_verdicts(*judgement, id);
  transaction.commit();
  added.is_new = true;
  return added;
}

std::int64_t History::insert_run(const Run& run, const std::string& hash, const std::string& gpu,
                                 const std::string& file) {
  Json context = run.context;
  if (const auto ours = context.find("warpmark"); ours != context.end() && ours->is_object()) ours->erase("code");
  const std::int64_t seconds = seconds_of(date_in(run), file);
  Statement insert(database_, "INSERT INTO run (hash, date, seconds, gpu, facts, context) VALUES (?, ?, ?, ?, ?, ?)");
  insert.run(hash, utc(seconds), seconds, gpu, text_of(to_json(observed(run))), text_of(context));
  return database_.last_id();
}

void History::insert_code(const MachineCode& code, std::int64_t run) {
  Statement find(database_, "SELECT id FROM kernel WHERE content = ?");
  Statement insert(database_, "INSERT INTO kernel (content) VALUES (?)");
  Statement link(database_, "INSERT INTO run_kernel (run, kernel) VALUES (?, ?)");
  for (const auto& [name, kernel] : code.kernels) {
    const MachineCode alone{code.compiler, {{name, kernel}}};
    link.run(run, id_of(find, insert, text_of(to_json(alone))));
  }
}

std::size_t History::insert_measurements(const Run& run, std::int64_t id) {
  Statement find_benchmark(database_, "SELECT id FROM benchmark WHERE key = ?");
  Statement insert_benchmark(database_, "INSERT INTO benchmark (key) VALUES (?)");
  Statement find_setup(database_, "SELECT id FROM setup WHERE content = ?");
  Statement insert_setup(database_, "INSERT INTO setup (content) VALUES (?)");
  Statement insert(database_,
                   "INSERT INTO measurement (benchmark, run, setup, times_us, counters, error, skipped) "
                   "VALUES (?, ?, ?, ?, ?, ?, ?)");
  const auto measured = measured_by_key(run);
  const auto summaries = summaries_of(run);
  for (const auto& [key, summary] : summaries) {
    const Measured& of_key = measured.at(key);
    const auto error = of_key.error();
    const auto skipped = of_key.skipped();
    std::vector<double> counters;
    counters.reserve(summary.counters.size());
    for (const auto& [name, values] : summary.counters) counters.push_back(median(values));
    insert.run(id_of(find_benchmark, insert_benchmark, key), id,
               id_of(find_setup, insert_setup, setup_text(summary, of_key.kernels())),
               error || skipped ? std::vector<double>() : of_key.process_times_us(), counters, error, skipped);
  }
  return summaries.size();
}

void History::insert_verdicts(const Judgement& judgement, std::int64_t id) {
  Statement find(database_, "SELECT id FROM benchmark WHERE key = ?");
  Statement insert_benchmark(database_, "INSERT INTO benchmark (key) VALUES (?)");
  Statement insert(database_,
                   "INSERT INTO verdict (benchmark, run, status, reason, detail, baseline_us, tolerance, causes) "
                   "VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  std::map<std::string, int> counts;
  for (const Verdict& verdict : judgement.verdicts) {
    ++counts[std::string(to_string(verdict.status))];
    const bool passed = verdict.status == Status::pass;
    insert.run(id_of(find, insert_benchmark, verdict.key), id, to_string(verdict.status), to_string(verdict.reason),
               passed ? std::string() : verdict.detail, verdict.baseline_us, verdict.tolerance,
               fmt::format("{}", fmt::join(verdict.causes, "\n")));
  }
  Statement count(database_, "UPDATE run SET verdicts = ? WHERE id = ?");
  count.run(text_of(Json(counts)), id);
}

std::vector<Night> History::nights() {
  std::vector<Night> nights;
  Statement statement(database_,
                      "SELECT id, hash, date, seconds, gpu, facts, context, verdicts FROM run ORDER BY seconds, hash");
  for (statement.start(); statement.next();) {
    Night& night = nights.emplace_back();
    night.id = statement.integer(0);
    night.hash = statement.text(1);
    night.date = statement.text(2);
    night.seconds = statement.integer(3);
    night.gpu = statement.text(4);
    night.facts = facts_of(Json::parse(statement.text(5)), database_.file().string());
    night.host = host_in(Json::parse(statement.text(6)));
    night.verdicts = Json::parse(statement.text(7)).get<std::map<std::string, int>>();
  }
  return nights;
}

std::map<std::string, std::int64_t> History::benchmarks() {
  std::map<std::string, std::int64_t> benchmarks;
  Statement statement(database_, "SELECT key, id FROM benchmark");
  for (statement.start(); statement.next();) benchmarks[statement.text(0)] = statement.integer(1);
  return benchmarks;
}

namespace {

/// Measurements with their verdicts, and verdicts without a measurement (missing ones), where `column` is ?.
std::string points_sql(const char* column) {
  const char* sql =
      "SELECT m.run, m.benchmark, m.setup, m.times_us, m.counters, m.error, m.skipped, "
      "v.status, v.reason, v.detail, v.baseline_us, v.tolerance, v.causes "
      "FROM measurement m LEFT JOIN verdict v ON v.benchmark = m.benchmark AND v.run = m.run WHERE m.{0} = ?1 "
      "UNION ALL SELECT v.run, v.benchmark, 0, x'', x'', NULL, NULL, "
      "v.status, v.reason, v.detail, v.baseline_us, v.tolerance, v.causes FROM verdict v WHERE v.{0} = ?1 "
      "AND NOT EXISTS (SELECT 1 FROM measurement m WHERE m.benchmark = v.benchmark AND m.run = v.run)";
  return fmt::format(fmt::runtime(sql), column);
}

}  // namespace

std::vector<Point> History::points(Statement& statement, std::int64_t id) {
  const auto text = [&](int column) {
    return statement.is_null(column) ? std::nullopt : std::optional(statement.text(column));
  };
  std::vector<Point> points;
  for (statement.start(id); statement.next();) {
    Point& point = points.emplace_back();
    point.run = statement.integer(0);
    point.benchmark = statement.integer(1);
    point.setup = statement.integer(2);
    point.times_us = statement.reals(3);
    point.counters = statement.reals(4);
    point.error = text(5);
    point.skipped = text(6);
    if (statement.is_null(7)) continue;
    point.judged = Judged{statement.text(7),  statement.text(8),  statement.text(9),
                          statement.real(10), statement.real(11), lines_of(statement.text(12))};
  }
  return points;
}

std::vector<Point> History::of_benchmark(std::int64_t benchmark) {
  if (!of_benchmark_) of_benchmark_.emplace(database_, points_sql("benchmark"));
  return points(*of_benchmark_, benchmark);
}

std::vector<Point> History::of_run(std::int64_t run) {
  if (!of_run_) of_run_.emplace(database_, points_sql("run"));
  return points(*of_run_, run);
}

const Setup& History::setup(std::int64_t id) {
  if (const auto known = setups_.find(id); known != setups_.end()) return known->second;
  Statement statement(database_, "SELECT content FROM setup WHERE id = ?");
  return setups_[id] = statement.start(id).next() ? setup_of(statement.text(0)) : Setup();
}

const std::map<std::string, const KernelCode*>& History::code(std::int64_t run) {
  if (const auto known = codes_.find(run); known != codes_.end()) return known->second;
  auto& code = codes_[run];
  Statement statement(database_,
                      "SELECT k.id, k.content FROM run_kernel r JOIN kernel k ON k.id = r.kernel WHERE r.run = ?");
  for (statement.start(run); statement.next();) {
    const std::int64_t id = statement.integer(0);
    if (!kernels_.contains(id)) {
      MachineCode alone = code_of(Json{{"code", Json::parse(statement.text(1))}}, database_.file().string());
      if (alone.kernels.empty()) continue;
      kernels_[id] = {alone.kernels.begin()->first, std::move(alone.kernels.begin()->second)};
    }
    const auto& [name, kernel] = kernels_.at(id);
    code[name] = &kernel;
  }
  return code;
}

nlohmann::ordered_json History::context(std::int64_t run) {
  Statement statement(database_, "SELECT context FROM run WHERE id = ?");
  return statement.start(run).next() ? Json::parse(statement.text(0)) : Json::object();
}

}  // namespace warpmark::history
