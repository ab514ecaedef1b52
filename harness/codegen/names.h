// The names of kernels: mangled as keys, demangled for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpmark::codegen {

/// The key of a kernel. Into the names of an anonymous namespace nvcc puts a hash of where the source lies; zeros take
/// its place, so that the same kernel has the same key in every checkout.
std::string stable_name(std::string_view mangled);

/// "void warpmark::copy::quad<Quad<16ul> >(float*, int)"; a name that is not mangled is returned as it is.
std::string demangled(const std::string& mangled);

/// Without return type and parameters: "warpmark::copy::quad<Quad<16ul>>". Of a name too long for the demangler (about
/// a thousand characters) the template arguments are missing: "warpmark::copy::quad<...>".
std::string bare_name(const std::string& mangled);

/// Whether `glob` matches the mangled name, the bare name, or what is left of that without leading namespaces: for
/// "warpmark::copy::aligned_kernel" so does "copy::aligned*". Template arguments belong to the name.
bool matches(std::string_view glob, const std::string& mangled);

/// Whether a kernel is one of warpmark's own, which fill, hash and wait beside what is measured: those that stand in
/// namespace warpmark itself. Kernels under test stand in another, be it one within.
bool is_of_harness(const std::string& mangled);

/// The bare name for a table: without the namespaces within template arguments, and its middle cut out if it is still
/// longer than `limit`.
std::string short_name(const std::string& mangled, std::size_t limit = 72);

}  // namespace warpmark::codegen
