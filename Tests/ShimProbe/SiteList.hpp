#pragma once

#include <cstdint>
#include <vector>

#include "Shim.hpp"

/// A site as the shim tells it.
struct SiteRecord {
  std::uint32_t tag;
  std::vector<std::uintptr_t> frames;
  std::int64_t allocations;
  std::int64_t requested_bytes;
  std::int64_t reallocs;
  std::int64_t live_blocks;
  std::int64_t live_bytes;
};

/// All sites, and what was lost. It allocates, so nothing should be recording while it is made.
struct SiteList {
  std::vector<SiteRecord> sites;
  std::array<std::int64_t, KEYSTROKE_SHIM_LOSSES> losses{};

  static SiteList read(const Shim &shim);

  std::int64_t lost() const;
  /// The sums over the sites of a tag.
  SiteRecord sum(std::uint32_t tag) const;
  /// How many sites have a tag.
  std::int64_t count(std::uint32_t tag) const;
};
