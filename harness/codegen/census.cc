#include "harness/codegen/census.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "fmt/format.h"
#include "harness/codegen/count.h"
#include "harness/codegen/cubin_code.h"
#include "harness/codegen/extract.h"
#include "harness/codegen/names.h"
#include "harness/codegen/recall.h"
#include "harness/codegen/resource_usage.h"
#include "harness/run/glob.h"
#include "harness/run/input_error.h"
#include "harness/run/text_file.h"

namespace warpmark::codegen {
namespace {

/// A cubin's part of the census; of one without functions, there are no kernels.
struct Counted {
  std::size_t binary = 0;
  std::string target;
  bool is_relocatable = false;
  std::vector<Kernel> kernels;
};

bool is_wanted(const std::string& target, const std::vector<std::string>& targets) {
  return targets.empty() || target.empty() ||
         std::any_of(targets.begin(), targets.end(), [&](const std::string& glob) { return glob_match(glob, target); });
}

using Usage = std::map<std::string, Resources>;

bool is_of_harness_alone(const Usage& usage) {
  return std::all_of(usage.begin(), usage.end(), [](const auto& function) { return is_of_harness(function.first); });
}

/// First, because it is quick and tells which cubins are empty: nvcc links one into every program.
std::vector<Usage> resource_usage(const std::vector<Cubin>& cubins, const Tools& tools) {
  std::vector<ToolCall> calls;
  std::vector<std::string> subjects;
  for (const Cubin& cubin : cubins) {
    calls.push_back({{tools.cuobjdump, "--dump-resource-usage", cubin.path.string()}, {}});
    subjects.push_back(cubin.name);
  }
  std::vector<Usage> usage(cubins.size());
  run_tools(tools, calls, subjects, [&](std::size_t i, const ToolAnswer& answer) {
    usage[i] = parse_resource_usage(answer.out, cubins[i].name);
  });
  return usage;
}

Counted counted(const Cubin& cubin, const Usage& usage, const std::string& text) {
  const Listing listing = parse_listing(text, cubin.name);
  Counted result{cubin.binary, listing.target, listing.is_relocatable, {}};
  for (const Function& function : listing.functions) {
    const auto resources = usage.find(function.name);
    if (resources == usage.end() && function.is_entry) {
      throw InputError(cubin.name, fmt::format("cuobjdump does not say what {} uses", function.name),
                       "take cuobjdump and nvdisasm of one version: ci/setup installs them");
    }
    result.kernels.push_back(count(listing, function, resources == usage.end() ? Resources{} : resources->second));
  }
  for (const auto& [name, resources] : usage) {
    const auto has_name = [&name = name](const Function& function) { return function.name == name; };
    if (std::none_of(listing.functions.begin(), listing.functions.end(), has_name)) {
      throw InputError(cubin.name, fmt::format("nvdisasm does not show the code of {}", name),
                       "take cuobjdump and nvdisasm of one version: ci/setup installs them");
    }
  }
  return result;
}

/// The cubin without nvdisasm, if `known` has all that is in it.
std::optional<Counted> recalled(const Cubin& cubin, const Usage& usage, const RecordedCensus& known) {
  if (known.empty()) return std::nullopt;
  const auto code = read_cubin_code(read_text(cubin.path));
  if (!code) return std::nullopt;
  auto kernels = recall(*code, cubin.target, usage, known);
  if (!kernels) return std::nullopt;
  return Counted{cubin.binary, cubin.target, false, std::move(*kernels)};
}

std::vector<Counted> count_all(const std::vector<Cubin>& cubins, bool with_harness, const Tools& tools,
                               const RecordedCensus& known) {
  const std::vector<Usage> usage = resource_usage(cubins, tools);
  std::vector<Counted> result(cubins.size());
  std::vector<ToolCall> calls;
  std::vector<std::string> subjects;
  std::vector<std::size_t> which;
  for (std::size_t i = 0; i < cubins.size(); ++i) {
    if (usage[i].empty() || (!with_harness && is_of_harness_alone(usage[i]))) continue;
    if (auto same = recalled(cubins[i], usage[i], known)) {
      result[i] = std::move(*same);
      continue;
    }
    calls.push_back({{tools.nvdisasm, "--no-dataflow", "--print-line-info-inline", "--print-instruction-encoding",
                      cubins[i].path.string()},
                     {}});
    subjects.push_back(cubins[i].name);
    which.push_back(i);
  }
  run_tools(tools, calls, subjects, [&](std::size_t call, const ToolAnswer& answer) {
    result[which[call]] = counted(cubins[which[call]], usage[which[call]], answer.out);
  });
  std::erase_if(result, [](const Counted& one) { return one.kernels.empty(); });
  return result;
}

using Place = std::tuple<std::size_t, std::string>;  // binary, target

/// Relocatable code whose kernels stand linked in the same binary has become those; it never runs as it is.
void drop_what_was_linked(std::vector<Counted>& all) {
  std::map<Place, std::set<std::string>> linked;
  for (const Counted& one : all)
    if (!one.is_relocatable)
      for (const Kernel& kernel : one.kernels) linked[{one.binary, one.target}].insert(kernel.name);
  std::erase_if(all, [&](const Counted& one) {
    const auto found = linked.find({one.binary, one.target});
    return one.is_relocatable && found != linked.end() &&
           std::all_of(one.kernels.begin(), one.kernels.end(),
                       [&](const Kernel& kernel) { return !kernel.is_entry || found->second.contains(kernel.name); });
  });
}

void leave_out_harness(std::vector<Counted>& all) {
  for (Counted& one : all) std::erase_if(one.kernels, [](const Kernel& kernel) { return is_of_harness(kernel.name); });
}

/// One of each; kernels of one name and different code are all kept, the second as `name#2`.
Census merged(const std::vector<Counted>& all) {
  std::map<std::tuple<std::string, std::string>, std::map<std::string, Kernel>> by_name;
  for (const Counted& one : all)
    for (const Kernel& kernel : one.kernels) by_name[{kernel.target, kernel.name}].try_emplace(kernel.hash, kernel);
  Census census;
  for (auto& [key, codes] : by_name) {
    if (codes.size() > 1)
      census.notes.push_back(
          fmt::format("{} is there with {} different codes for {}", std::get<1>(key), codes.size(), std::get<0>(key)));
    int number = 0;
    for (auto& [hash, kernel] : codes) {
      if (++number > 1) kernel.name += fmt::format("#{}", number);
      census.kernels.push_back(std::move(kernel));
    }
  }
  return census;
}

}  // namespace

Census take_census(const std::vector<std::filesystem::path>& binaries, const Wanted& wanted, const Tools& tools,
                   const std::filesystem::path& folder, const RecordedCensus& known) {
  const std::vector<std::string>& targets = wanted.targets;
  std::vector<Cubin> cubins = extract_cubins(binaries, tools, folder);
  std::set<std::string> seen;
  for (const Cubin& cubin : cubins)
    if (!cubin.target.empty()) seen.insert(cubin.target);
  std::erase_if(cubins, [&](const Cubin& cubin) { return !is_wanted(cubin.target, targets); });
  std::vector<Counted> all = count_all(cubins, wanted.with_harness, tools, known);
  for (const Counted& one : all) seen.insert(one.target);
  std::erase_if(all, [&](const Counted& one) { return !is_wanted(one.target, targets); });
  drop_what_was_linked(all);
  if (!wanted.with_harness) leave_out_harness(all);
  Census census = merged(all);
  if (!census.kernels.empty()) return census;
  if (targets.empty() && wanted.with_harness)
    throw InputError(binaries.at(0).string(), "holds no kernels", "name a program that has some");
  if (targets.empty())
    throw InputError(binaries.at(0).string(), "holds no kernels but those of warpmark itself, if any",
                     "name a program that has some; --with-harness takes warpmark's own as well");
  throw InputError(fmt::format("--target {}", fmt::join(targets, " ")), "there is no kernel for it",
                   fmt::format("the targets here are {}", fmt::join(seen, ", ")));
}

}  // namespace warpmark::codegen
