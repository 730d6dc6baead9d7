// The table of a recorder's sites.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "Attributes.h"
#include "LiveBlocks.h"
#include "Slots.h"
#include "Stacks.h"

/// The maximum number of sites; a block has 20 bits for the number of its site.
#define KEYSTROKE_SITES (1u << 16)
/// The number of blocks that other threads may free until the recorder's own thread processes them.
#define KEYSTROKE_HANDED_BLOCKS (1u << 13)

/// A stack with a tag, on a separate cache line.
struct keystroke_site {
  uint32_t tag;
  /// The node of the innermost function.
  uint32_t node;
  uint64_t allocations;
  uint64_t requested;
  uint64_t reallocs;
  /// These two figures are signed.
  uint64_t live_blocks;
  uint64_t live_bytes;
} __attribute__((aligned(64)));

enum {
  /// Frees were missed, so the known blocks must be forgotten.
  KEYSTROKE_FORGET_BLOCKS = 1,
  /// Other threads have freed blocks.
  KEYSTROKE_BLOCKS_HANDED = 2
};

struct keystroke_recorder {
  // Written by the thread that records, or with the lock if there is none.
  struct keystroke_live_blocks live;
  /// True while that thread writes, so that a handler that interrupts it does not write.
  volatile bool is_writing;
  uint32_t site_count;
  /// The site that was found last, or NULL.
  struct keystroke_site *last_site;
  uint64_t losses[KEYSTROKE_SHIM_LOSSES];

  // Guarded by the lock, except for reading `attention`.
  uint32_t attention;
  uint32_t handed_count;
  bool has_thread;
  /// The recorder created before this one.
  struct keystroke_recorder *previous;

  // Large, and mapped on first use.
  struct keystroke_stacks stacks;
  struct keystroke_site sites[KEYSTROKE_SITES];
  uintptr_t handed[KEYSTROKE_HANDED_BLOCKS];
};

/// Adds to a figure that only this thread writes, and others may read.
static inline void keystroke_figure_add(uint64_t *figure, uint64_t amount) {
  __atomic_store_n(
      figure, __atomic_load_n(figure, __ATOMIC_RELAXED) + amount, __ATOMIC_RELAXED);
}

/// The site of the stack that begins with `frame`, made if it does not exist. NULL, and counted as
/// lost, if there is no room.
KEYSTROKE_HIDDEN struct keystroke_site *keystroke_sites_find(
    struct keystroke_recorder *recorder, uint32_t tag, const void *frame);

/// Records the free of a block; false if the recorder does not know it.
KEYSTROKE_HIDDEN bool keystroke_sites_freed(
    struct keystroke_recorder *recorder, uintptr_t address);

/// Stores that a block of a site is live; if there is no room, the block is subtracted from the site's
/// figures.
KEYSTROKE_HIDDEN void keystroke_sites_hold(
    struct keystroke_recorder *recorder, struct keystroke_site *site, uintptr_t address,
    uint64_t usable);

KEYSTROKE_HIDDEN void keystroke_sites_reset(struct keystroke_recorder *recorder);

KEYSTROKE_HIDDEN void keystroke_sites_read(
    const struct keystroke_recorder *recorder, uint32_t site,
    uint64_t out[KEYSTROKE_SHIM_SITE_FIGURES], uintptr_t frames[KEYSTROKE_SHIM_STACK_DEPTH]);
