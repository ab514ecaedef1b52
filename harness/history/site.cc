#include "harness/history/site.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>
#include <utility>

#include "harness/baseline/datasheet.h"
#include "harness/history/site_data.h"
#include "harness/history/web_assets.h"
#include "harness/run/fnv1a.h"
#include "harness/run/input_error.h"
#include "harness/run/text_file.h"

namespace warpmark::history {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view prefix = "site-";

/// A folder under construction beside where it will be; removed again unless it got there.
class NewFolder {
 public:
  NewFolder(const fs::path& parent, const std::string& name)
      : target_(parent / name), path_(parent / fmt::format(".{}.{}.tmp", name, ::getpid())) {
    std::error_code failed;
    fs::create_directories(parent, failed);
    fs::remove_all(path_, failed);
    if (!fs::create_directory(path_, failed)) fail(parent, failed.message());
  }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  ~NewFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

  void write(const fs::path& name, std::string_view text) const {
    const fs::path file = path_ / name;
    std::error_code failed;
    fs::create_directories(file.parent_path(), failed);
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    if (!out) fail(target_.parent_path(), std::strerror(errno));
  }

  void write_data(const std::string& name, const Json& data) const {
    write(name + ".js", fmt::format("warpmark.receive({},{});\n", Json(name).dump(),
                                    data.dump(-1, ' ', false, Json::error_handler_t::replace)));
  }

  void move_to_target() const {
    std::error_code failed;
    fs::remove_all(target_, failed);
    fs::rename(path_, target_, failed);
    if (failed) fail(target_, failed.message());
  }

 private:
  [[noreturn]] static void fail(const fs::path& where, const std::string& what) {
    throw InputError(
        where.string(), fmt::format("cannot be written ({})", what),
        "make room on its disk, or name a folder that you may write to; a dashboard that was there is whole");
  }

  fs::path target_;
  fs::path path_;
};

/// Names the state of the history and of this program: one id is one content.
std::string site_id(const std::vector<Night>& nights, const SiteOptions& options) {
  Fnv1a hash;
  for (const Night& night : nights) hash.add(night.hash);
  for (const EmbeddedFile& asset : web_assets()) hash.add(asset.text);
  hash.add(fmt::format("{}", options.trends.floor.value_or(0)));
  return hash.digits();
}

Peaks peaks_of(const fs::path& baselines, const RunFacts& facts) {
  Peaks peaks;
  const Datasheets datasheets = read_datasheets(baselines);
  if (const auto sheet = datasheets.find(facts.gpu.name); sheet != datasheets.end())
    peaks.datasheet_gbps = sheet->second.peak_gbps;
  if (const auto baseline = find_baseline(baselines, facts.gpu)) {
    for (const auto& [card, calibration] : baseline->calibrations) {
      const auto triad = calibration.ceilings.find("triad");
      if (triad == calibration.ceilings.end()) continue;
      peaks.measured_gbps = std::max(peaks.measured_gbps, triad->second.best_gbps);
    }
  }
  return peaks;
}

std::string index_html(const std::string& id) {
  std::string html;
  for (const EmbeddedFile& asset : web_assets()) {
    if (asset.name == "index.html") html = asset.text;
  }
  std::string links;
  for (const EmbeddedFile& asset : web_assets()) {
    if (asset.name.ends_with(".css"))
      links += fmt::format("<link rel=\"stylesheet\" href=\"{}{}/{}\">\n", prefix, id, asset.name);
  }
  std::string scripts;
  for (const EmbeddedFile& asset : web_assets()) {
    if (asset.name.ends_with(".js"))
      scripts += fmt::format("<script src=\"{}{}/{}\"></script>\n", prefix, id, asset.name);
  }
  const auto put = [&](std::string_view place, const std::string& text) {
    const auto at = html.find(place);
    if (at != std::string::npos) html.replace(at, place.size(), text);
  };
  put("<!-- styles -->\n", links);
  put("<!-- scripts -->\n", scripts + fmt::format("<script>warpmark.start(\"{}{}/\")</script>\n", prefix, id));
  return html;
}

/// Whether `name` is that of a folder under construction whose process has died.
bool is_abandoned(const std::string& name) {
  if (!name.starts_with("." + std::string(prefix)) || !name.ends_with(".tmp")) return false;
  const auto dot = name.rfind('.', name.size() - 5);
  const int process = std::atoi(name.c_str() + dot + 1);
  return process > 0 && ::kill(process, 0) != 0 && errno == ESRCH;
}

void remove_older(const fs::path& folder, const std::string& id) {
  std::error_code ignored;
  std::vector<fs::path> older;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    const bool is_site = name.starts_with(prefix) && fs::exists(entry.path() / "warpmark.js", ignored);
    if (is_abandoned(name) || (is_site && name != std::string(prefix) + id)) older.push_back(entry.path());
  }
  for (const fs::path& path : older) fs::remove_all(path, ignored);
}

}  // namespace

SiteSummary write_site(History& history, const SiteOptions& options) {
  const std::vector<Night> nights = history.nights();
  if (nights.empty())
    throw InputError(options.folder.string(), "the history is empty", "warpmark history add RUN.json");
  std::error_code ignored;
  if (fs::exists(options.folder, ignored) && !fs::is_directory(options.folder, ignored))
    throw InputError(options.folder.string(), "is not a folder", "name a folder, new or that of an older dashboard");
  const std::string id = site_id(nights, options);
  const NewFolder folder(options.folder, std::string(prefix) + id);
  SiteSummary summary;
  summary.nights = nights.size();

  std::map<std::string, SiteData> pages;
  std::map<std::string, std::string> slugs;
  std::map<std::string, std::size_t> written;
  std::set<std::string> taken;
  for (const Night& night : nights) {
    if (pages.contains(night.gpu)) continue;
    std::string slug = gpu_slug(night.facts.gpu.name);
    if (slug.empty()) slug = "gpu";
    std::string name = slug;
    for (int copy = 2; !taken.insert(name).second; ++copy) name = fmt::format("{}-{}", slug, copy);
    slugs[night.gpu] = name;
    pages.try_emplace(night.gpu, history, nights, night.gpu);
  }
  for (const auto& [key, benchmark] : history.benchmarks()) {
    for (const auto& [gpu, series] : series_of(history, nights, key, benchmark, options.trends)) {
      folder.write_data(fmt::format("{}/benchmark-{}", slugs[gpu], written[gpu]++), pages.at(gpu).add(series));
      summary.changes += series.changes.size();
    }
    ++summary.benchmarks;
  }
  Json gpus = Json::array();
  for (const auto& [gpu, page] : pages) {
    folder.write_data(slugs[gpu] + "/overview", page.overview());
    folder.write_data(slugs[gpu] + "/roofline", page.roofline(peaks_of(options.baselines, page.newest_facts())));
    for (std::size_t night = 0; night < page.nights(); ++night)
      folder.write_data(fmt::format("{}/night-{}", slugs[gpu], night), page.night(night));
    gpus.push_back({{"slug", slugs[gpu]}, {"name", gpu}, {"nights", page.nights()}});
  }
  summary.gpus = pages.size();
  folder.write_data("gpus", gpus);
  for (const EmbeddedFile& asset : web_assets()) {
    if (asset.name != "index.html") folder.write(asset.name, asset.text);
  }
  folder.move_to_target();
  replace_text(options.folder / "index.html", index_html(id));
  remove_older(options.folder, id);
  return summary;
}

}  // namespace warpmark::history
