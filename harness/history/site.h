// The dashboard: a folder of static files that a browser opens from the disk, without a server or a network.
#pragma once

#include <cstddef>
#include <filesystem>

#include "harness/history/series.h"

namespace warpmark::history {

struct SiteOptions {
  std::filesystem::path folder;
  std::filesystem::path baselines;  // where peaks and calibrations are looked up
  TrendOptions trends;
};

struct SiteSummary {
  std::size_t gpus = 0;
  std::size_t nights = 0;
  std::size_t benchmarks = 0;
  std::size_t changes = 0;
};

/// Writes `index.html` and one folder `site-<id>` with everything else, which index.html names: until that is replaced,
/// last and in one step, an older dashboard in the same place stays whole. Throws InputError, and leaves it so, where
/// something cannot be written. Nothing else in the folder is touched.
///
/// A page may not read files when it comes from the disk, but it may load scripts: each data file is one, which calls
/// warpmark.receive(name, data).
SiteSummary write_site(History& history, const SiteOptions& options);

}  // namespace warpmark::history
