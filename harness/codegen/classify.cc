#include "harness/codegen/classify.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <utility>

#include "harness/codegen/trimmed.h"

namespace warpmark::codegen {
namespace {

using Words = std::map<std::string_view, std::string_view>;

/// Opcodes whose metric goes on with the width of the access.
const Words& sized() {
  static const Words words = {
      {"LDG", "global_load_"},   {"STG", "global_store_"}, {"LDS", "shared_load_"}, {"STS", "shared_store_"},
      {"LDL", "local_load_"},    {"STL", "local_store_"},  {"LD", "generic_load_"}, {"ST", "generic_store_"},
      {"LDGSTS", "async_copy_"}, {"STAS", "async_copy_"},
  };
  return words;
}

const Words& unsized() {
  static const Words words = {
      {"LDC", "constant_load"},    {"ULDC", "constant_load"},   {"LDCU", "constant_load"},   {"UBLKCP", "bulk_copy"},
      {"UTMALDG", "bulk_copy"},    {"UTMASTG", "bulk_copy"},    {"UTCCP", "bulk_copy"},      {"UBLKRED", "bulk_reduce"},
      {"UTMAREDG", "bulk_reduce"}, {"UBLKPF", "bulk_prefetch"}, {"UTMAPF", "bulk_prefetch"}, {"ATOMG", "global_atomic"},
      {"REDG", "global_atomic"},   {"RED", "global_atomic"},    {"ATOMS", "shared_atomic"},  {"REDAS", "shared_atomic"},
      {"ATOM", "generic_atomic"},  {"LDSM", "matrix_load"},     {"LDT", "matrix_load"},      {"LDTM", "matrix_load"},
      {"STSM", "matrix_store"},    {"STT", "matrix_store"},     {"STTM", "matrix_store"},    {"SYNCS", "mbarrier"},
      {"TEX", "texture"},          {"TLD", "texture"},          {"TLD4", "texture"},         {"TXD", "texture"},
      {"TXA", "texture"},          {"SULD", "surface"},         {"SUST", "surface"},         {"SUATOM", "surface"},
      {"SURED", "surface"},
  };
  return words;
}

/// Whether an opcode that no table holds is one of memory, by the way these are named; U is the uniform datapath.
bool looks_like_memory(std::string_view opcode) {
  // These wait for copies, or reduce over the registers of a warp.
  constexpr std::array<std::string_view, 2> not_memory = {"LDGDEPBAR", "REDUX"};
  if (opcode.starts_with('U')) opcode.remove_prefix(1);
  if (std::find(not_memory.begin(), not_memory.end(), opcode) != not_memory.end()) return false;
  constexpr std::array<std::string_view, 6> prefixes = {"LD", "ST", "ATOM", "RED", "BLK", "TMA"};
  // Cache and command-queue control of the bulk copy engine moves no data.
  if (opcode == "TMACCTL" || opcode == "TMACMDFLUSH") return false;
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return opcode.starts_with(prefix); });
}

std::string_view width_of(const Mnemonic& mnemonic) {
  static const Words widths = {{"U8", "8"},  {"S8", "8"},    {"U16", "16"}, {"S16", "16"},
                               {"64", "64"}, {"128", "128"}, {"256", "256"}};
  for (const std::string_view modifier : mnemonic.modifiers)
    if (const auto found = widths.find(modifier); found != widths.end()) return found->second;
  return "32";
}

/// Whether the address is the stack pointer, R1, plus a constant: "[R1]", "[R1+0x18]", "[R1+-0x8]".
bool is_on_stack(std::string_view operands) {
  const auto open = operands.find("[R1");
  if (open == std::string_view::npos) return false;
  std::string_view offset = operands.substr(open + 3);
  offset = offset.substr(0, offset.find(']'));
  if (offset.empty()) return true;
  if (!offset.starts_with('+') && !offset.starts_with('-')) return false;  // R10
  offset.remove_prefix(offset.starts_with("+-") ? 2 : 1);
  return offset.starts_with("0x");
}

}  // namespace

Mnemonic::Mnemonic(std::string_view instruction) {
  std::string_view rest = trimmed(instruction);
  if (rest.starts_with('@')) {
    const std::string_view guard = rest.substr(0, rest.find(' '));
    never = guard == "@!PT" || guard == "@!UPT";
    rest = trimmed(rest.substr(guard.size()));
  }
  full = rest.substr(0, rest.find(' '));
  operands = trimmed(rest.substr(full.size()));
  opcode = full.substr(0, full.find('.'));
  for (std::string_view more = full.substr(opcode.size()); !more.empty();) {
    more.remove_prefix(1);
    modifiers.push_back(more.substr(0, more.find('.')));
    more.remove_prefix(modifiers.back().size());
  }
}

std::vector<std::string> metrics_of(std::string_view instruction) {
  const Mnemonic mnemonic(instruction);
  if (mnemonic.never) return {};
  if (const auto found = sized().find(mnemonic.opcode); found != sized().end()) {
    std::vector<std::string> metrics = {std::string(found->second).append(width_of(mnemonic))};
    const bool is_local = mnemonic.opcode == "LDL" || mnemonic.opcode == "STL";
    if (is_local && is_on_stack(mnemonic.operands))
      metrics.emplace_back(mnemonic.opcode == "LDL" ? "spill_load" : "spill_store");
    return metrics;
  }
  if (const auto found = unsized().find(mnemonic.opcode); found != unsized().end()) return {std::string(found->second)};
  if (mnemonic.opcode.ends_with("MMA")) return {"matrix"};  // the opcode: HFMA2.MMA is a packed multiply-add
  if (looks_like_memory(mnemonic.opcode)) return {"other_memory"};
  return {};
}

}  // namespace warpmark::codegen
