// Everything a benchmark of your own includes. See workload.h for how one is declared, main.h for its main.
#pragma once

#include <warpmark/main.h>
#include <warpmark/suite.h>
#include <warpmark/workload.h>
