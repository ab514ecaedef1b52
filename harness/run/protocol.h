// How the orchestrator and a benchmark program talk: command line in, files out. The benchmark program implements it in
// harness/measure; tests implement it in a fake.
//
//   BENCH --benchmark_list_tests[=true] [--benchmark_filter=RE]
//       prints one benchmark name a line on stdout; needs no GPU. Exit 0, or 2 when no name matches.
//   BENCH --gpu_info
//       prints one JSON object on stdout: {"warpmark": {facts of json_file.h}, "state": {...}} and exits 0; without a
//       usable GPU prints {"error": "..."} and exits 77.
//   BENCH --gpu_rows=FILE --benchmark_out=OUT --gpu_progress=LOG [user's args]
//       measures exactly the keys in FILE, one a line, in that order. Appends "KEY\n" to LOG as each row begins.
//       OUT.part is a complete Google Benchmark JSON file at any moment; it becomes OUT when the process ends in order.
//       Exit 0; 1 when a row errored; 2 usage; 70 when a row lost the GPU (it is in OUT.part); 77 no GPU;
//       130 interrupted; anything else or a signal is a crash.
#pragma once

namespace warpmark::protocol {

inline constexpr const char* list_flag = "--benchmark_list_tests=true";
inline constexpr const char* filter_flag = "--benchmark_filter=";
inline constexpr const char* info_flag = "--gpu_info";
inline constexpr const char* rows_flag = "--gpu_rows=";
inline constexpr const char* out_flag = "--benchmark_out=";
inline constexpr const char* progress_flag = "--gpu_progress=";
inline constexpr const char* partial_suffix = ".part";

}  // namespace warpmark::protocol
