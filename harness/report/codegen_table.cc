#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <ostream>

#include "harness/codegen/names.h"
#include "harness/report/codegen_text.h"

namespace warpmark {
namespace {

using codegen::Kernel;

/// A column and what it counts: "4 x 32  1 x 128" of metrics ending in a width, else a bare count.
struct Column {
  const char* title;
  std::vector<std::string> metrics;  // full names, or stems such as "global_load_"
};

const std::vector<Column>& columns() {
  static const std::vector<Column> all = {
      {"registers", {"registers"}},
      {"instr", {"instructions"}},
      {"global loads", {"global_load_"}},
      {"global stores", {"global_store_"}},
      {"shared B", {"shared_bytes"}},
      {"shared loads", {"shared_load_"}},
      {"shared stores", {"shared_store_"}},
      {"generic loads", {"generic_load_"}},
      {"generic stores", {"generic_store_"}},
      {"local loads", {"local_load_"}},
      {"local stores", {"local_store_"}},
      {"spills", {"spill_load", "spill_store"}},
      {"stack B", {"stack_bytes"}},
      {"async copies", {"async_copy_"}},
      {"bulk", {"bulk_copy", "bulk_reduce", "bulk_prefetch"}},
      {"atomics", {"global_atomic", "shared_atomic", "generic_atomic"}},
      {"tiles", {"matrix_load", "matrix_store"}},
      {"mma", {"matrix"}},
      {"texture", {"texture", "surface"}},
      {"other", {"other_memory"}},
  };
  return all;
}

std::string cell(const Kernel& kernel, const Column& column) {
  std::string text;
  std::uint64_t sum = 0;
  for (const std::string& metric : column.metrics) {
    if (!metric.ends_with('_')) {
      sum += codegen::sum_of(kernel.metrics, metric);
      continue;
    }
    for (const char* width : {"256", "128", "64", "32", "16", "8"})
      if (const auto count = codegen::sum_of(kernel.metrics, metric + width); count > 0)
        text += fmt::format("{}{} x {}", text.empty() ? "" : ", ", count, width);
  }
  return sum > 0 ? std::to_string(sum) : text;
}

/// Kernels of one short name are told apart by their mangled ones.
std::vector<std::string> labels_of(const std::vector<const Kernel*>& kernels) {
  std::map<std::string, int> times;
  for (const Kernel* kernel : kernels) ++times[codegen::short_name(kernel->name)];
  std::vector<std::string> labels;
  for (const Kernel* kernel : kernels) {
    const std::string label = codegen::short_name(kernel->name);
    const std::string marked = times[label] > 1 ? fmt::format("{} [{}]", label, kernel->name) : label;
    labels.push_back(kernel->is_entry ? marked : marked + " (function)");
  }
  return labels;
}

void print_table(std::ostream& out, const std::vector<const Kernel*>& kernels) {
  const std::vector<std::string> labels = labels_of(kernels);
  std::size_t label_width = std::string_view("kernel").size();
  for (const std::string& label : labels) label_width = std::max(label_width, label.size());

  std::vector<std::string> lines = {fmt::format("{:<{}}", "kernel", label_width)};
  for (const std::string& label : labels) lines.push_back(fmt::format("{:<{}}", label, label_width));
  for (const Column& column : columns()) {
    std::vector<std::string> cells = {column.title};
    for (const Kernel* kernel : kernels) cells.push_back(cell(*kernel, column));
    if (std::all_of(cells.begin() + 1, cells.end(), [](const std::string& text) { return text.empty(); })) continue;
    std::size_t width = 0;
    for (const std::string& text : cells) width = std::max(width, text.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
      lines[i] += fmt::format("  {:>{}}", cells[i].empty() ? "-" : cells[i], width);
  }
  for (const std::string& line : lines) out << line << '\n';
}

using TargetAndCompiler = std::pair<std::string, std::string>;  // target, compiler

std::map<TargetAndCompiler, std::vector<const Kernel*>> grouped(const codegen::Census& census) {
  std::map<TargetAndCompiler, std::vector<const Kernel*>> groups;
  for (const Kernel& kernel : census.kernels) groups[{kernel.target, kernel.compiler}].push_back(&kernel);
  for (auto& [group, kernels] : groups) {
    std::stable_sort(kernels.begin(), kernels.end(), [](const Kernel* a, const Kernel* b) {
      return codegen::bare_name(a->name) < codegen::bare_name(b->name);
    });
  }
  return groups;
}

}  // namespace

void print_census(std::ostream& out, const codegen::Census& census) {
  bool is_first = true;
  for (const auto& [group, kernels] : grouped(census)) {
    out << fmt::format("{}{}, compiler {}: {} kernel{}\n", is_first ? "" : "\n", group.first, group.second,
                       kernels.size(), kernels.size() == 1 ? "" : "s");
    is_first = false;
    print_table(out, kernels);
  }
  for (const std::string& note : census.notes) out << "note: " << note << '\n';
}

void print_all_metrics(std::ostream& out, const codegen::Census& census) {
  for (const Kernel& kernel : census.kernels) {
    out << fmt::format("{}\n  {}, compiler {}, code {}, mangled {}\n", codegen::demangled(kernel.name), kernel.target,
                       kernel.compiler, kernel.hash, kernel.name);
    for (const std::string& name : codegen::metric_names())
      if (const auto found = kernel.metrics.find(name); found != kernel.metrics.end())
        out << fmt::format("  {:<18} {}\n", name, found->second);
  }
  for (const std::string& note : census.notes) out << "note: " << note << '\n';
}

}  // namespace warpmark
