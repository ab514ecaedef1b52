#include "harness/cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace warpmark {

void add_color_option(CLI::App& command, std::string& color) {
  command.add_option("--color", color, "Colour the report")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
}

bool wants_colour(const std::string& color) {
  if (color != "auto") return color == "always";
  return isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
}

int terminal_width(int otherwise) {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : otherwise;
}

}  // namespace warpmark
