#include "harness/report/codegen_words.h"

namespace warpmark {

std::string_view to_string(codegen::Finding::Kind kind) {
  using Kind = codegen::Finding::Kind;
  switch (kind) {
    case Kind::unexpected:
      return "unexpected";
    case Kind::changed:
      return "changed";
    case Kind::vanished:
      return "vanished";
    case Kind::unmeasured:
      return "unmeasured";
    case Kind::added:
      return "new";
    case Kind::recompiled:
      return "recompiled";
  }
  return "?";
}

std::string_view to_string(codegen::KernelDifference::Kind kind) {
  using Kind = codegen::KernelDifference::Kind;
  switch (kind) {
    case Kind::removed:
      return "removed";
    case Kind::added:
      return "added";
    case Kind::changed:
      return "changed";
  }
  return "?";
}

}  // namespace warpmark
