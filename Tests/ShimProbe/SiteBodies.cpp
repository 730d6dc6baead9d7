// Allocation sites: their owners, their number, and their live blocks.

#include <dlfcn.h>
#include <malloc.h>

#include <algorithm>

#include "Probe.hpp"
#include "SiteList.hpp"

namespace {

[[gnu::noinline]] void *make(std::size_t size) {
  void *block = escape(std::malloc(size));
  asm volatile("");
  return block;
}

[[gnu::noinline]] void *make_from_elsewhere(std::size_t size) {
  void *block = make(size);
  asm volatile("");
  return block;
}

void add(Findings &findings, const SiteRecord &sum) {
  findings.add("site_allocations", sum.allocations);
  findings.add("site_requested", sum.requested_bytes);
  findings.add("site_reallocs", sum.reallocs);
  findings.add("site_live_blocks", sum.live_blocks);
  findings.add("site_live_bytes", sum.live_bytes);
}

/// Allocates at one place, along two paths, with two tags; one block in ten stays alive.
void run_sites(Probe &probe) {
  probe.findings.add("records", probe.shim.set_recording(true));
  probe.findings.add("first_tag", probe.shim.set_tag(7));
  for (std::size_t i = 0; i < probe.times; i++) {
    void *block = make(100);
    if (i % 10 != 0) std::free(block);
  }
  for (std::size_t i = 0; i < probe.times; i++) std::free(make_from_elsewhere(200));
  probe.findings.add("former_tag", probe.shim.set_tag(8));
  for (std::size_t i = 0; i < probe.times; i++) std::free(make(300));
  probe.findings.add("still_records", probe.shim.set_recording(false));
  std::free(make(400));

  const SiteList list = SiteList::read(probe.shim);
  add(probe.findings, list.sum(7));
  probe.findings.add("other_tag", list.sum(8).requested_bytes);
  probe.findings.add("sites", list.count(7));
  probe.findings.add("other_sites", list.count(8));
  probe.findings.add("lost", list.lost());
  probe.shim.reset_sites();
  probe.findings.add(
      "sites_after_reset", static_cast<std::int64_t>(SiteList::read(probe.shim).sites.size()));
}

/// Allocates with every entry point, each at a different place.
template <std::size_t number>
[[gnu::noinline]] void *make_by() {
  const std::size_t size = hide(100);
  void *block = nullptr;
  switch (number) {
    case 0: block = std::malloc(size); break;
    case 1: block = std::calloc(10, size); break;
    case 2: block = std::realloc(nullptr, size); break;
    case 3: block = reallocarray(nullptr, size, 2); break;
    case 4: block = std::aligned_alloc(64, size); break;
    case 5: block = memalign(64, size); break;
    case 6: if (posix_memalign(&block, 64, size) != 0) std::abort(); break;
    case 7: block = valloc(size); break;
    case 8: block = pvalloc(size); break;
    case 9: block = ::operator new(size); break;
    case 10: block = ::operator new[](size); break;
    case 11: block = ::operator new(size, std::nothrow); break;
    case 12: block = ::operator new[](size, std::nothrow); break;
    case 13: block = ::operator new(size, std::align_val_t{256}); break;
    case 14: block = ::operator new[](size, std::align_val_t{256}); break;
    case 15: block = ::operator new(size, std::align_val_t{256}, std::nothrow); break;
    case 16: block = ::operator new[](size, std::align_val_t{256}, std::nothrow); break;
  }
  escape(block);
  return block;
}

template <std::size_t... numbers>
void make_all_ways(Probe &probe, std::index_sequence<numbers...>) {
  void *(*const ways[])() = {make_by<numbers>...};
  void *blocks[std::size(ways)];
  probe.shim.set_recording(true);
  for (std::size_t i = 0; i < std::size(ways); i++) {
    probe.shim.set_tag(static_cast<std::uint32_t>(i));
    blocks[i] = ways[i]();
  }
  probe.shim.set_recording(false);

  const SiteList list = SiteList::read(probe.shim);
  Dl_info shim{};
  dladdr(reinterpret_cast<void *>(probe.shim.abi_version), &shim);
  std::int64_t rightful = 0;
  std::int64_t in_shim = 0;
  for (const SiteRecord &site : list.sites) {
    for (const std::uintptr_t frame : site.frames) {
      Dl_info holder{};
      dladdr(reinterpret_cast<void *>(frame), &holder);
      in_shim += holder.dli_fbase == shim.dli_fbase;
    }
    // The call is within the function, which is short.
    const auto function = reinterpret_cast<std::uintptr_t>(ways[site.tag]);
    rightful += site.frames[0] - function < 200 && site.allocations == 1;
  }
  probe.findings.add("ways", static_cast<std::int64_t>(std::size(ways)));
  probe.findings.add("rightful", rightful);
  probe.findings.add("frames_in_shim", in_shim);
  for (void *block : blocks) std::free(block);
}

void run_site_ways(Probe &probe) { make_all_ways(probe, std::make_index_sequence<17>()); }

/// Grows a block: it keeps its site; the realloc counts for another site.
void run_site_realloc(Probe &probe) {
  void *unknown = make(10);
  probe.shim.set_recording(true);
  probe.shim.set_tag(1);
  void *block = make(100);
  void *gone = make(100);
  probe.shim.set_tag(2);
  block = escape(std::realloc(block, 5000));
  unknown = escape(std::realloc(unknown, 5000));
  probe.findings.add("refused", escape(std::realloc(block, hide(SIZE_MAX))) == nullptr);
  probe.findings.add("freed", escape(std::realloc(gone, hide(0))) == nullptr);
  probe.shim.set_recording(false);
  const SiteList list = SiteList::read(probe.shim);
  add(probe.findings, list.sum(1));
  probe.findings.add("other_reallocs", list.sum(2).reallocs);
  probe.findings.add("other_requested", list.sum(2).requested_bytes);
  probe.findings.add("other_live", list.sum(2).live_blocks);
  std::free(block);
  std::free(unknown);
}

[[gnu::noinline]] void *descend(std::size_t depth, void *(*bottom)(std::size_t)) {
  void *block = depth > 0 ? descend(depth - 1, bottom) : bottom(100);
  asm volatile("");
  return block;
}

/// Allocates deeper than a recorded stack.
void run_site_deep(Probe &probe) {
  probe.shim.set_recording(true);
  for (std::size_t i = 0; i < probe.times; i++) {
    std::free(descend(500, make));
    std::free(descend(3, make));
    std::free(descend(100, make));
  }
  probe.shim.set_recording(false);
  const SiteList list = SiteList::read(probe.shim);
  std::size_t deepest = 0;
  for (const SiteRecord &site : list.sites) deepest = std::max(deepest, site.frames.size());
  add(probe.findings, list.sum(0));
  probe.findings.add("deepest", static_cast<std::int64_t>(deepest));
  probe.findings.add("sites", static_cast<std::int64_t>(list.sites.size()));
  probe.findings.add("lost_frames", list.losses[KEYSTROKE_SHIM_LOST_FRAMES]);
}

/// Uses more sites than there is room for: the first ones stay correct, the others are counted as lost.
void run_site_room(Probe &probe) {
  constexpr std::uint32_t tags = 70000;
  probe.shim.set_recording(true);
  // Hidden from the compiler, otherwise the two rounds would be two places.
  for (std::size_t round = hide(2); round > 0; round--) {
    for (std::uint32_t tag = 0; tag < tags; tag++) {
      probe.shim.set_tag(tag);
      std::free(make(100));
    }
  }
  probe.shim.set_recording(false);
  const SiteList list = SiteList::read(probe.shim);
  std::int64_t twice = 0;
  for (const SiteRecord &site : list.sites) twice += site.allocations == 2;
  probe.findings.add("sites", static_cast<std::int64_t>(list.sites.size()));
  probe.findings.add("twice", twice);
  probe.findings.add("lost_allocations", list.losses[KEYSTROKE_SHIM_LOST_ALLOCATIONS]);
  probe.findings.add("lost", list.lost());
}

/// Allocates many blocks at once, and frees them in another order.
void run_site_blocks(Probe &probe) {
  std::vector<void *> blocks(probe.times);
  probe.shim.set_recording(true);
  for (std::size_t i = 0; i < blocks.size(); i++) blocks[i] = make(16 + i % 200);
  probe.shim.set_recording(false);
  const SiteList all = SiteList::read(probe.shim);
  std::int64_t usable = 0;
  for (void *block : blocks) usable += static_cast<std::int64_t>(malloc_usable_size(block));
  probe.findings.add("live_at_most", all.sum(0).live_blocks);
  probe.findings.add("bytes_differ", all.sum(0).live_bytes != usable);

  probe.shim.reset_sites();
  for (void *block : blocks) std::free(block);
  probe.shim.set_recording(true);
  for (std::size_t i = 0; i < blocks.size(); i++) blocks[i] = make(16 + i % 200);
  std::size_t state = 1;
  for (std::size_t i = blocks.size(); i > 1; i--) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    std::swap(blocks[i - 1], blocks[(state >> 33) % i]);
  }
  for (std::size_t i = 0; i < blocks.size(); i++) {
    if (i % 3 != 0) std::free(blocks[i]);
  }
  probe.shim.set_recording(false);
  usable = 0;
  for (std::size_t i = 0; i < blocks.size(); i += 3) {
    usable += static_cast<std::int64_t>(malloc_usable_size(blocks[i]));
    std::free(blocks[i]);
  }
  const SiteList rest = SiteList::read(probe.shim);
  probe.findings.add("live_in_the_end", rest.sum(0).live_blocks);
  probe.findings.add("bytes_differ_in_the_end", rest.sum(0).live_bytes != usable);
  probe.findings.add("lost", rest.lost());
}

}  // namespace

const Body site_bodies[] = {
    {"sites", run_sites},
    {"site-ways", run_site_ways},
    {"site-realloc", run_site_realloc},
    {"site-deep", run_site_deep},
    {"site-room", run_site_room},
    {"site-blocks", run_site_blocks},
    {nullptr, nullptr},
};
