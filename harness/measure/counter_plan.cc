#include "harness/measure/counter_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>

#include "harness/run/input_error.h"

namespace warpmark {

namespace {

struct Preset {
  const char* name;
  const char* counts;
  std::vector<Counter> counters;
};

constexpr double sector_bytes = 32;

/// Instructions are counted once a warp, by what they are in machine code: LDG, LDS, LDL, and LD for a generic load.
/// (smsp__sass_inst_executed_op_shared_ld counts by the address that a load resolved to: it cannot tell an LDS from an
/// LD.) A request is an executed LDG or STG with an active thread: L1's own count of them (l1tex__t_requests) agrees,
/// and costs 6 ms a row more on an H200; where generic accesses reach global memory their sectors are in the quotient,
/// their requests are not. L2 bytes are those that multiprocessors asked for: all of the L2's traffic
/// (lts__t_sectors_op_read) also holds what its halves pass each other, half as much again on an H200 and not the same
/// twice.
const std::vector<Preset>& presets() {
  static const std::vector<Preset> all = {
      {"memory",
       "executed loads and stores by address space, sectors a request, L2 and DRAM bytes",
       {
           {"gpu_inst_executed", {"smsp__inst_executed.sum"}},
           {"gpu_inst_global_ld", {"smsp__inst_executed_op_global_ld.sum"}},
           {"gpu_inst_global_st", {"smsp__inst_executed_op_global_st.sum"}},
           {"gpu_inst_shared_ld", {"smsp__inst_executed_op_shared_ld.sum"}},
           {"gpu_inst_shared_st", {"smsp__inst_executed_op_shared_st.sum"}},
           {"gpu_inst_local_ld", {"smsp__inst_executed_op_local_ld.sum"}},
           {"gpu_inst_local_st", {"smsp__inst_executed_op_local_st.sum"}},
           {"gpu_inst_generic_ld", {"smsp__inst_executed_op_generic_ld.sum"}},
           {"gpu_inst_generic_st", {"smsp__inst_executed_op_generic_st.sum"}},
           {"gpu_sectors_per_request_ld",
            {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
            1,
            "smsp__inst_executed_op_global_ld_pred_on_any.sum"},
           {"gpu_sectors_per_request_st",
            {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
            1,
            "smsp__inst_executed_op_global_st_pred_on_any.sum"},
           {"gpu_l2_bytes_read", {"lts__t_sectors_srcunit_tex_op_read.sum"}, sector_bytes},
           {"gpu_l2_bytes_written", {"lts__t_sectors_srcunit_tex_op_write.sum"}, sector_bytes},
           {"gpu_dram_bytes_read", {"dram__bytes_read.sum", "dram__bytes_op_read.sum"}},
           {"gpu_dram_bytes_written", {"dram__bytes_write.sum", "dram__bytes_op_write.sum"}},
       }},
  };
  return all;
}

/// CUPTI's form: unit__what.rollup, as in dram__bytes_read.sum.
bool is_metric_name(std::string_view word) {
  const auto allowed = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
  const std::size_t dot = word.find('.');
  return std::all_of(word.begin(), word.end(), allowed) && dot != std::string_view::npos && word.find("__") < dot &&
         dot + 1 < word.size();
}

[[noreturn]] void refuse(const std::string& list, const std::string& word) {
  const bool lacks_rollup = is_metric_name(word + ".sum");
  throw InputError(
      "--gpu_counters=" + list,
      word.empty() ? "names nothing between two commas" : fmt::format("\"{}\" is neither a preset nor a metric", word),
      lacks_rollup ? fmt::format("say which figure of it you want, as in {}.sum", word)
                   : "--gpu_counters=list prints the presets; a metric is written as in "
                     "dram__bytes_read.sum (ncu --query-metrics lists them)");
}

}  // namespace

std::vector<Counter> parse_counters(const std::string& list) {
  std::vector<Counter> counters;
  const auto add = [&](Counter counter) {
    const auto same = [&](const Counter& other) { return other.name == counter.name; };
    if (std::none_of(counters.begin(), counters.end(), same)) counters.push_back(std::move(counter));
  };
  std::istringstream words(list + ',');
  for (std::string word; std::getline(words, word, ',');) {
    const auto preset =
        std::find_if(presets().begin(), presets().end(), [&](const Preset& p) { return p.name == word; });
    if (preset != presets().end()) {
      for (const Counter& counter : preset->counters) add(counter);
    } else if (is_metric_name(word)) {
      add({.name = "gpu_" + word, .metrics = {word}, .required = true});
    } else {
      refuse(list, word);
    }
  }
  return counters;
}

std::string counter_presets_text() {
  std::string text;
  for (const Preset& preset : presets()) {
    text += fmt::format("{}: {}\n", preset.name, preset.counts);
    for (const Counter& counter : preset.counters) {
      text += fmt::format("  {:<28} {}{}{}\n", counter.name, fmt::join(counter.metrics, " or "),
                          counter.scale == 1 ? "" : fmt::format(" x {:.0f}", counter.scale),
                          counter.per.empty() ? "" : " / " + counter.per);
    }
  }
  return text;
}

}  // namespace warpmark
