// The live blocks of a recorder's sites: a table from address to site.
//
// One thread writes. Others only check whether a block may be in it, without a lock; blocks that they
// find are then passed to the writer.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "Attributes.h"

/// A block; an empty place if the address is 0.
struct keystroke_block {
  uintptr_t address;
  /// The site's number in the upper 20 bits, the usable bytes below.
  uint64_t site_and_bytes;
};

/// Blocks by their address: open addressing; if a place is taken, the next free one is used.
struct keystroke_block_table {
  /// One less than the number of places, a power of two.
  size_t mask;
  /// The number of bits by which a hash is shifted to give a place.
  unsigned shift;
  struct keystroke_block blocks[];
};

/// The tables so far. A former table stays mapped, since another thread may still be reading it; all of them together
/// are smaller than the present one.
struct keystroke_live_blocks {
  struct keystroke_block_table *table;
  size_t count;
  /// Odd while blocks are being moved; a reader may miss a block then.
  uint64_t version;
};

#define KEYSTROKE_BLOCK_BYTES_BITS 44

static inline uint32_t keystroke_block_site(const struct keystroke_block *block) {
  return (uint32_t)(block->site_and_bytes >> KEYSTROKE_BLOCK_BYTES_BITS);
}

static inline uint64_t keystroke_block_bytes(const struct keystroke_block *block) {
  return block->site_and_bytes & ((UINT64_C(1) << KEYSTROKE_BLOCK_BYTES_BITS) - 1);
}

/// The place at which the search for an address begins: Fibonacci hashing (Knuth, TAOCP 3, 6.4).
static inline size_t keystroke_block_place(
    const struct keystroke_block_table *table, uintptr_t address) {
  return (size_t)((address * UINT64_C(0x9E3779B97F4A7C15)) >> table->shift);
}

/// Makes room for the first blocks; false if there is no memory.
KEYSTROKE_HIDDEN bool keystroke_live_blocks_begin(struct keystroke_live_blocks *live);

/// Makes the table larger; false if there is no memory.
KEYSTROKE_HIDDEN bool keystroke_live_blocks_grow(struct keystroke_live_blocks *live);

/// Closes the gap at `place`, so that every search ends at the right place.
KEYSTROKE_HIDDEN void keystroke_live_blocks_close_gap(
    struct keystroke_live_blocks *live, size_t place);

KEYSTROKE_HIDDEN void keystroke_live_blocks_clear(struct keystroke_live_blocks *live);

/// True if the block may be in the table. Any thread may call this; the block may be gone afterwards.
KEYSTROKE_HIDDEN bool keystroke_live_blocks_may_hold(
    const struct keystroke_live_blocks *live, uintptr_t address);

/// Removes a block and returns it; its address is 0 if it was not there.
static inline struct keystroke_block keystroke_live_blocks_take(
    struct keystroke_live_blocks *live, uintptr_t address) {
  struct keystroke_block_table *const table = live->table;
  size_t place = keystroke_block_place(table, address);
  while (table->blocks[place].address != address) {
    if (table->blocks[place].address == 0) return (struct keystroke_block){0, 0};
    place = (place + 1) & table->mask;
  }
  const struct keystroke_block found = table->blocks[place];
  live->count -= 1;
  if (KEYSTROKE_LIKELY(table->blocks[(place + 1) & table->mask].address == 0)) {
    __atomic_store_n(&table->blocks[place].address, 0, __ATOMIC_RELAXED);
  } else {
    keystroke_live_blocks_close_gap(live, place);
  }
  return found;
}

/// Adds a block; false if there is no room.
///
/// If there is a block with this address already, its free was missed. It is returned as `stale`.
static inline bool keystroke_live_blocks_put(
    struct keystroke_live_blocks *live, uintptr_t address, uint32_t site, uint64_t bytes,
    struct keystroke_block *stale) {
  // The table is at most half full, so searches stay short.
  if (!KEYSTROKE_LIKELY(live->count <= live->table->mask / 2)) {
    if (!keystroke_live_blocks_grow(live) && live->count > live->table->mask / 8 * 7) return false;
  }
  if (bytes >> KEYSTROKE_BLOCK_BYTES_BITS != 0) return false;
  struct keystroke_block_table *const table = live->table;
  size_t place = keystroke_block_place(table, address);
  live->count += 1;
  while (table->blocks[place].address != 0) {
    if (table->blocks[place].address == address) {
      *stale = table->blocks[place];
      live->count -= 1;
      break;
    }
    place = (place + 1) & table->mask;
  }
  table->blocks[place].site_and_bytes = (uint64_t)site << KEYSTROKE_BLOCK_BYTES_BITS | bytes;
  __atomic_store_n(&table->blocks[place].address, address, __ATOMIC_RELAXED);
  return true;
}
