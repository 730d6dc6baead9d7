#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // MAP_ANONYMOUS
#endif

#include "LiveBlocks.h"

#if !KEYSTROKE_SANITIZED

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>

static const unsigned first_bits = 11;

static struct keystroke_block_table *map_table(unsigned bits) {
  const int former_errno = errno;
  const size_t places = (size_t)1 << bits;
  const size_t bytes =
      sizeof(struct keystroke_block_table) + places * sizeof(struct keystroke_block);
  void *room = mmap(
      NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  errno = former_errno;
  if (room == MAP_FAILED) return NULL;
  struct keystroke_block_table *table = room;
  table->mask = places - 1;
  table->shift = 64 - bits;
  return table;
}

// The version is that of a sequence lock: the fences order its odd values before, and its even values after, all writes
// in between.

static void begin_moving(struct keystroke_live_blocks *live) {
  __atomic_store_n(&live->version, live->version + 1, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
}

static void end_moving(struct keystroke_live_blocks *live) {
  __atomic_store_n(&live->version, live->version + 1, __ATOMIC_RELEASE);
}

static void move(struct keystroke_block *to, const struct keystroke_block *from) {
  to->site_and_bytes = from->site_and_bytes;
  __atomic_store_n(&to->address, from->address, __ATOMIC_RELAXED);
}

bool keystroke_live_blocks_begin(struct keystroke_live_blocks *live) {
  live->table = map_table(first_bits);
  return live->table != NULL;
}

bool keystroke_live_blocks_grow(struct keystroke_live_blocks *live) {
  const struct keystroke_block_table *former = live->table;
  struct keystroke_block_table *table = map_table(64 - former->shift + 1);
  if (table == NULL) return false;
  for (size_t i = 0; i <= former->mask; i++) {
    if (former->blocks[i].address == 0) continue;
    size_t place = keystroke_block_place(table, former->blocks[i].address);
    while (table->blocks[place].address != 0) place = (place + 1) & table->mask;
    table->blocks[place] = former->blocks[i];
  }
  __atomic_store_n(&live->table, table, __ATOMIC_RELEASE);
  return true;
}

void keystroke_live_blocks_close_gap(struct keystroke_live_blocks *live, size_t place) {
  struct keystroke_block_table *table = live->table;
  begin_moving(live);
  for (size_t next = (place + 1) & table->mask; table->blocks[next].address != 0;
       next = (next + 1) & table->mask) {
    const size_t home = keystroke_block_place(table, table->blocks[next].address);
    // A block may move back no further than the place where its search begins.
    if (((next - home) & table->mask) < ((next - place) & table->mask)) continue;
    move(&table->blocks[place], &table->blocks[next]);
    place = next;
  }
  __atomic_store_n(&table->blocks[place].address, 0, __ATOMIC_RELAXED);
  end_moving(live);
}

void keystroke_live_blocks_clear(struct keystroke_live_blocks *live) {
  begin_moving(live);
  struct keystroke_block_table *table = live->table;
  if (live->count > 0) memset(table->blocks, 0, (table->mask + 1) * sizeof *table->blocks);
  live->count = 0;
  end_moving(live);
}

bool keystroke_live_blocks_may_hold(const struct keystroke_live_blocks *live, uintptr_t address) {
  while (true) {
    const uint64_t version = __atomic_load_n(&live->version, __ATOMIC_ACQUIRE);
    const struct keystroke_block_table *table = __atomic_load_n(&live->table, __ATOMIC_ACQUIRE);
    size_t place = keystroke_block_place(table, address);
    bool is_there = false;
    // Blocks that move during this search may hide its end.
    for (size_t looked = 0; looked <= table->mask; looked++) {
      const uintptr_t other = __atomic_load_n(&table->blocks[place].address, __ATOMIC_RELAXED);
      is_there = other == address;
      if (is_there || other == 0) break;
      place = (place + 1) & table->mask;
    }
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (is_there) return true;
    if ((version & 1) == 0 && version == __atomic_load_n(&live->version, __ATOMIC_RELAXED)) {
      return false;
    }
    sched_yield();
  }
}

#endif
