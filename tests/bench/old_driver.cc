// A stand-in for libcuda.so.1 that is older than any CUDA runtime we build with: enough of it for the runtime to ask
// its version.
#include <cstdint>
#include <cstring>

extern "C" {

int cuInit(unsigned /*flags*/) { return 0; }

/// Everything else: an error, because results that nobody filled in would be used.
int unknown_error() { return 999; }

int cuDriverGetVersion(int* version) {
  *version = 12000;
  return 0;
}

int cuGetProcAddress_v2(const char* symbol, void** function, int /*version*/, std::uint64_t /*flags*/, int* status) {
  if (status != nullptr) *status = 0;  // found
  if (std::strcmp(symbol, "cuDriverGetVersion") == 0) {
    *function = reinterpret_cast<void*>(cuDriverGetVersion);
  } else if (std::strcmp(symbol, "cuGetProcAddress") == 0) {
    *function = reinterpret_cast<void*>(cuGetProcAddress_v2);
  } else if (std::strcmp(symbol, "cuInit") == 0) {
    *function = reinterpret_cast<void*>(cuInit);
  } else {
    *function = reinterpret_cast<void*>(unknown_error);
  }
  return 0;
}

int cuGetProcAddress(const char* symbol, void** function, int version, std::uint64_t flags) {
  return cuGetProcAddress_v2(symbol, function, version, flags, nullptr);
}
}
