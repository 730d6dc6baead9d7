#include "SiteList.hpp"

SiteList SiteList::read(const Shim &shim) {
  SiteList list;
  std::uint64_t losses[KEYSTROKE_SHIM_LOSSES];
  shim.lost_sites(losses);
  for (std::size_t i = 0; i < list.losses.size(); i++) {
    list.losses[i] = static_cast<std::int64_t>(losses[i]);
  }
  std::uint64_t cursor[2] = {};
  std::uint64_t site[KEYSTROKE_SHIM_SITE_FIGURES];
  std::uintptr_t frames[KEYSTROKE_SHIM_STACK_DEPTH];
  const auto figure = [&](int place) { return static_cast<std::int64_t>(site[place]); };
  while (shim.next_site(cursor, site, frames)) {
    list.sites.push_back({
        static_cast<std::uint32_t>(site[KEYSTROKE_SHIM_SITE_TAG]),
        {frames, frames + site[KEYSTROKE_SHIM_SITE_DEPTH]},
        figure(KEYSTROKE_SHIM_SITE_ALLOCATIONS),
        figure(KEYSTROKE_SHIM_SITE_REQUESTED_BYTES),
        figure(KEYSTROKE_SHIM_SITE_REALLOCS),
        figure(KEYSTROKE_SHIM_SITE_LIVE_BLOCKS),
        figure(KEYSTROKE_SHIM_SITE_LIVE_BYTES),
    });
  }
  return list;
}

std::int64_t SiteList::lost() const {
  std::int64_t sum = 0;
  for (const std::int64_t loss : losses) sum += loss;
  return sum;
}

SiteRecord SiteList::sum(std::uint32_t tag) const {
  SiteRecord sum{tag, {}, 0, 0, 0, 0, 0};
  for (const SiteRecord &site : sites) {
    if (site.tag != tag) continue;
    sum.allocations += site.allocations;
    sum.requested_bytes += site.requested_bytes;
    sum.reallocs += site.reallocs;
    sum.live_blocks += site.live_blocks;
    sum.live_bytes += site.live_bytes;
  }
  return sum;
}

std::int64_t SiteList::count(std::uint32_t tag) const {
  std::int64_t count = 0;
  for (const SiteRecord &site : sites) count += site.tag == tag;
  return count;
}
