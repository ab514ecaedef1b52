#include "harness/codegen/census.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "fmt/format.h"
#include "harness/codegen/count.h"
#include "harness/codegen/extract.h"
#include "harness/codegen/resource_usage.h"
#include "harness/run/glob.h"
#include "harness/run/input_error.h"

namespace warpmark::codegen {
namespace {

/// A cubin with functions in it, disassembled.
struct Disassembled {
  std::size_t binary = 0;
  Listing listing;
  std::vector<Kernel> kernels;
};

bool is_wanted(const std::string& target, const std::vector<std::string>& targets) {
  return targets.empty() || target.empty() ||
         std::any_of(targets.begin(), targets.end(), [&](const std::string& glob) { return glob_match(glob, target); });
}

using Usage = std::map<std::string, Resources>;

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

Disassembled counted(const Cubin& cubin, const Usage& usage, const std::string& text) {
  Disassembled result{cubin.binary, parse_listing(text, cubin.name), {}};
  for (const Function& function : result.listing.functions) {
    const auto resources = usage.find(function.name);
    if (resources == usage.end() && function.is_entry) {
      throw InputError(cubin.name, fmt::format("cuobjdump does not say what {} uses", function.name),
                       "take cuobjdump and nvdisasm of one version: ci/setup installs them");
    }
    result.kernels.push_back(
        count(result.listing, function, resources == usage.end() ? Resources{} : resources->second));
  }
  for (const auto& [name, resources] : usage) {
    const auto has_name = [&name = name](const Function& function) { return function.name == name; };
    if (std::none_of(result.listing.functions.begin(), result.listing.functions.end(), has_name)) {
      throw InputError(cubin.name, fmt::format("nvdisasm does not show the code of {}", name),
                       "take cuobjdump and nvdisasm of one version: ci/setup installs them");
    }
  }
  return result;
}

std::vector<Disassembled> disassemble(const std::vector<Cubin>& cubins, const Tools& tools) {
  const std::vector<Usage> usage = resource_usage(cubins, tools);
  std::vector<ToolCall> calls;
  std::vector<std::string> subjects;
  std::vector<std::size_t> which;
  for (std::size_t i = 0; i < cubins.size(); ++i) {
    if (usage[i].empty()) continue;
    calls.push_back({{tools.nvdisasm, "--no-dataflow", "--print-line-info-inline", "--print-instruction-encoding",
                      cubins[i].path.string()},
                     {}});
    subjects.push_back(cubins[i].name);
    which.push_back(i);
  }
  std::vector<Disassembled> result;
  run_tools(tools, calls, subjects, [&](std::size_t call, const ToolAnswer& answer) {
    result.push_back(counted(cubins[which[call]], usage[which[call]], answer.out));
  });
  return result;
}

using Place = std::tuple<std::size_t, std::string>;  // binary, target

/// Relocatable code whose kernels stand linked in the same binary has become those; it never runs as it is.
void drop_what_was_linked(std::vector<Disassembled>& all) {
  std::map<Place, std::set<std::string>> linked;
  for (const Disassembled& one : all)
    if (!one.listing.is_relocatable)
      for (const Kernel& kernel : one.kernels) linked[{one.binary, one.listing.target}].insert(kernel.name);
  std::erase_if(all, [&](const Disassembled& one) {
    const auto found = linked.find({one.binary, one.listing.target});
    return one.listing.is_relocatable && found != linked.end() &&
           std::all_of(one.kernels.begin(), one.kernels.end(),
                       [&](const Kernel& kernel) { return !kernel.is_entry || found->second.contains(kernel.name); });
  });
}

/// One of each; kernels of one name and different code are all kept, the second as `name#2`.
Census merged(const std::vector<Disassembled>& all) {
  std::map<std::tuple<std::string, std::string>, std::map<std::string, Kernel>> by_name;
  for (const Disassembled& one : all)
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

Census take_census(const std::vector<std::filesystem::path>& binaries, const std::vector<std::string>& targets,
                   const Tools& tools, const std::filesystem::path& folder) {
  std::vector<Cubin> cubins = extract_cubins(binaries, tools, folder);
  std::set<std::string> seen;
  for (const Cubin& cubin : cubins)
    if (!cubin.target.empty()) seen.insert(cubin.target);
  std::erase_if(cubins, [&](const Cubin& cubin) { return !is_wanted(cubin.target, targets); });
  std::vector<Disassembled> all = disassemble(cubins, tools);
  for (const Disassembled& one : all) seen.insert(one.listing.target);
  std::erase_if(all, [&](const Disassembled& one) { return !is_wanted(one.listing.target, targets); });
  drop_what_was_linked(all);
  Census census = merged(all);
  if (!census.kernels.empty()) return census;
  if (targets.empty()) throw InputError(binaries.at(0).string(), "holds no kernels", "name a program that has some");
  throw InputError(fmt::format("--target {}", fmt::join(targets, " ")), "there is no kernel for it",
                   fmt::format("the targets here are {}", fmt::join(seen, ", ")));
}

}  // namespace warpmark::codegen
