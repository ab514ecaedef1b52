// What counts of a buffer's elements: their data, not the padding behind it.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <string>
#include <type_traits>

namespace warpmark {

/// How many bytes of a T are data, from its beginning; the rest is padding, which a kernel may copy, leave or
/// overwrite, so it is neither compared nor hashed nor part of the bytes that a workload moves at least. For a
/// structure that ends in padding:
///   template <>
///   inline constexpr std::size_t warpmark::element_data_bytes<Rgb> = sizeof(Rgb::lane);
template <class T>
inline constexpr std::size_t element_data_bytes = sizeof(T);

template <class T>
bool same_data(const T& a, const T& b) {
  static_assert(std::is_trivially_copyable_v<T>, "bits are compared");
  static_assert(element_data_bytes<T> > 0 && element_data_bytes<T> <= sizeof(T), "data is a part of the element");
  return std::memcmp(&a, &b, element_data_bytes<T>) == 0;  // NOLINT(bugprone-suspicious-memory-comparison): bits
}

/// By as few digits as tell it from its neighbours: two numbers that differ do so in their text as well.
template <class Number>
std::string number_text(Number number) {
  char text[32];
  return {std::begin(text), std::to_chars(std::begin(text), std::end(text), number).ptr};
}

/// A number as such, anything else as the bytes of its data in hexadecimal.
template <class T>
std::string element_text(const T& element) {
  if constexpr (std::is_same_v<T, double>) {
    return number_text(element);
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_string(element);
  } else if constexpr (requires { static_cast<float>(element); }) {
    return number_text(static_cast<float>(element));
  } else {
    unsigned char bytes[element_data_bytes<T>];
    std::memcpy(bytes, &element, sizeof(bytes));
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : bytes) text.append({digits[byte / 16], digits[byte % 16], ' '});
    text.pop_back();
    return text;
  }
}

}  // namespace warpmark
