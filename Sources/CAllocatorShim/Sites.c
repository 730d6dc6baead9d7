#include "Sites.h"

#if !KEYSTROKE_SANITIZED

#include <string.h>

KEYSTROKE_APART static struct keystroke_site *find(
    struct keystroke_recorder *recorder, uint32_t tag, uint32_t stack) {
  bool is_new = false;
  struct keystroke_node *node = keystroke_stacks_child(
      &recorder->stacks, stack, KEYSTROKE_TAG_LABEL | tag, &is_new);
  if (node == NULL) return NULL;
  if (is_new) {
    // A node without a site is marked as such, and is found again.
    node->site = recorder->site_count;
    if (recorder->site_count == KEYSTROKE_SITES) return NULL;
    struct keystroke_site *site = &recorder->sites[recorder->site_count];
    memset(site, 0, sizeof *site);
    site->tag = tag;
    site->node = stack;
    // A thread that sees the number also sees the site.
    __atomic_store_n(&recorder->site_count, recorder->site_count + 1, __ATOMIC_RELEASE);
  }
  return node->site < KEYSTROKE_SITES ? &recorder->sites[node->site] : NULL;
}

struct keystroke_site *keystroke_sites_find(
    struct keystroke_recorder *recorder, uint32_t tag, const void *frame) {
  const struct keystroke_stack stack = keystroke_stacks_walk(&recorder->stacks, frame);
  if (stack.is_cut) recorder->losses[KEYSTROKE_SHIM_LOST_FRAMES] += 1;
  struct keystroke_site *site = recorder->last_site;
  if (stack.is_complete) {
    // It is often the same site as before.
    if (site != NULL && site->node == stack.node && site->tag == tag) return site;
    site = find(recorder, tag, stack.node);
  } else {
    site = NULL;
  }
  if (site == NULL) {
    recorder->losses[KEYSTROKE_SHIM_LOST_ALLOCATIONS] += 1;
  } else {
    recorder->last_site = site;
  }
  return site;
}

static void lose(struct keystroke_recorder *recorder, const struct keystroke_block *block) {
  struct keystroke_site *site = &recorder->sites[keystroke_block_site(block)];
  keystroke_figure_add(&site->live_blocks, -(uint64_t)1);
  keystroke_figure_add(&site->live_bytes, -keystroke_block_bytes(block));
}

bool keystroke_sites_freed(struct keystroke_recorder *recorder, uintptr_t address) {
  const struct keystroke_block block = keystroke_live_blocks_take(&recorder->live, address);
  if (block.address == 0) return false;
  lose(recorder, &block);
  return true;
}

void keystroke_sites_hold(
    struct keystroke_recorder *recorder, struct keystroke_site *site, uintptr_t address,
    uint64_t usable) {
  struct keystroke_block stale = {0, 0};
  if (!keystroke_live_blocks_put(
          &recorder->live, address, (uint32_t)(site - recorder->sites), usable, &stale)) {
    keystroke_figure_add(&site->live_blocks, -(uint64_t)1);
    keystroke_figure_add(&site->live_bytes, -usable);
    recorder->losses[KEYSTROKE_SHIM_LOST_BLOCKS] += 1;
  }
  if (stale.address != 0) lose(recorder, &stale);
}

void keystroke_sites_reset(struct keystroke_recorder *recorder) {
  __atomic_store_n(&recorder->site_count, 0, __ATOMIC_RELEASE);
  recorder->last_site = NULL;
  keystroke_stacks_reset(&recorder->stacks);
  memset(recorder->losses, 0, sizeof recorder->losses);
  recorder->handed_count = 0;
  recorder->attention = 0;
  keystroke_live_blocks_clear(&recorder->live);
}

void keystroke_sites_read(
    const struct keystroke_recorder *recorder, uint32_t number,
    uint64_t out[KEYSTROKE_SHIM_SITE_FIGURES], uintptr_t frames[KEYSTROKE_SHIM_STACK_DEPTH]) {
  const struct keystroke_site *site = &recorder->sites[number];
  uint64_t depth = 0;
  for (uint32_t place = site->node;
       place != KEYSTROKE_ROOT && depth < KEYSTROKE_SHIM_STACK_DEPTH; depth++) {
    const struct keystroke_node *node = &recorder->stacks.nodes[place];
    frames[depth] = (uintptr_t)node->label;
    place = node->parent;
  }
  out[KEYSTROKE_SHIM_SITE_TAG] = site->tag;
  out[KEYSTROKE_SHIM_SITE_DEPTH] = depth;
  out[KEYSTROKE_SHIM_SITE_ALLOCATIONS] = __atomic_load_n(&site->allocations, __ATOMIC_RELAXED);
  out[KEYSTROKE_SHIM_SITE_REQUESTED_BYTES] = __atomic_load_n(&site->requested, __ATOMIC_RELAXED);
  out[KEYSTROKE_SHIM_SITE_REALLOCS] = __atomic_load_n(&site->reallocs, __ATOMIC_RELAXED);
  out[KEYSTROKE_SHIM_SITE_LIVE_BLOCKS] = __atomic_load_n(&site->live_blocks, __ATOMIC_RELAXED);
  out[KEYSTROKE_SHIM_SITE_LIVE_BYTES] = __atomic_load_n(&site->live_bytes, __ATOMIC_RELAXED);
}

#endif
