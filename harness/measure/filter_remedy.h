// What to say of a filter that finds no benchmark: what was meant, most likely.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace warpmark {

/// `names` are those of all benchmarks, sweeps included; `finds` tells whether another filter would find any. Filters
/// it proposes do: with the ending that a `$` forgot, or with a word that no name has made into one near to it.
std::string filter_remedy(const std::string& filter, const std::vector<std::string>& names,
                          const std::function<bool(const std::string&)>& finds);

}  // namespace warpmark
