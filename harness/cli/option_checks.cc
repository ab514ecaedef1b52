#include "harness/cli/option_checks.h"

#include <filesystem>
#include <string>

#include "harness/run/input_error.h"
#include "harness/run/text_file.h"

namespace warpmark {

CLI::Validator existing_folder() {
  return {[](const std::string& folder) -> std::string {
            std::error_code none;
            if (std::filesystem::is_directory(folder, none)) return "";
            const bool is_there = std::filesystem::exists(folder, none);
            throw InputError(folder, is_there ? "is no folder" : "there is no such folder",
                             is_there ? "name a folder" : "check the name, or make it: mkdir -p " + folder);
          },
          ""};
}

CLI::Validator writable_file() {
  return {[](const std::string& file) -> std::string {
            require_replaceable(file);
            return "";
          },
          ""};
}

}  // namespace warpmark
