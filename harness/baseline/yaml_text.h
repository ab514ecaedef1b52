// Writing YAML so that every reader, not only yaml-cpp, gets back exactly what was written.
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>

namespace warpmark {

/// Writes `text` so that it is read back as this text: quoted unless it is plainly one.
void emit_text(YAML::Emitter& yaml, const std::string& text);

}  // namespace warpmark
