// The families of this program, a file each.
#pragma once

#include <warpmark/benchmark.h>

namespace warpmark::bench {

void register_canary(Suite& suite);
void register_ceiling(Suite& suite);
void register_copy(Suite& suite);
void register_stream(Suite& suite);
void register_provenance(Suite& suite);
void register_aligned_types(Suite& suite);
void register_quantize(Suite& suite);

void register_suite(Suite& suite);  // all of them

}  // namespace warpmark::bench
