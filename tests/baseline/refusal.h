// What a reader says of bad input.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "harness/run/input_error.h"

namespace warpmark {

/// The message with which `read` refuses `input`; the test fails where it does not.
template <class Read>
std::string refusal_by(Read read, const std::string& input) {
  try {
    read(input);
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "accepted: " << input;
  return "";
}

}  // namespace warpmark
