// Everything a benchmark of your own includes. See workload.h for how one is declared; benchmarks.h for a program
// whose main is ours, main.h for one that has its own.
#pragma once

#include <warpmark/benchmarks.h>
#include <warpmark/main.h>
#include <warpmark/suite.h>
#include <warpmark/workload.h>
