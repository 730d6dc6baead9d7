// The stacks of a thread: a tree, from the outermost function inwards, and the walk that finds a
// stack in it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "Attributes.h"
#include "Slots.h"

/// Where pages are larger, giving them back fails and they are cleared.
#define KEYSTROKE_PAGE_BYTES 4096
#define KEYSTROKE_NODE_BITS 19
/// Three quarters of the places, so that searches stay short.
#define KEYSTROKE_NODES (3u << (KEYSTROKE_NODE_BITS - 2))

/// A function on a stack, called by its parent; or, as the innermost of all, a tag. Nothing where the
/// label is 0.
struct keystroke_node {
  /// A return address, or a tag and KEYSTROKE_TAG_LABEL.
  uint64_t label;
  /// The caller's place in the table; KEYSTROKE_ROOT for the outermost.
  uint32_t parent;
  /// Of a tag: the number of the site.
  uint32_t site;
};

/// No return address has this bit: user space ends below it.
#define KEYSTROKE_TAG_LABEL (UINT64_C(1) << 63)
#define KEYSTROKE_ROOT UINT32_MAX

/// One frame of the last walk.
struct keystroke_step {
  /// Where the frame is.
  uintptr_t frame;
  uintptr_t return_address;
  uint32_t node;
};

/// A thread's stacks.
struct keystroke_stacks {
  /// Where the thread's stack is.
  uintptr_t low;
  size_t bytes;
  /// The last walk: the steps from `top` on, innermost first, the outermost at the very end. So what
  /// two walks have in common at the outer end stays where it is.
  uint32_t top;
  /// Behind them stands what the outermost frame says of its caller, which is no frame.
  struct keystroke_step steps[KEYSTROKE_SHIM_STACK_DEPTH + 1];
  uint32_t node_count;
  /// Open addressing. What is in it does not move, so a place stands for a node. In pages of its own,
  /// so that they can be given back.
  struct keystroke_node nodes[1u << KEYSTROKE_NODE_BITS]
      __attribute__((aligned(KEYSTROKE_PAGE_BYTES)));
};

/// What a walk found.
struct keystroke_stack {
  /// The innermost function's, or KEYSTROKE_ROOT.
  uint32_t node;
  /// Whether the stack is deeper than what was taken of it.
  bool is_cut;
  /// Whether there was room for it.
  bool is_complete;
};

/// Finds out where the calling thread's stack is, unless that is known. May allocate.
KEYSTROKE_HIDDEN bool keystroke_find_stack(struct keystroke_slot *slot);

/// The stack that `frame`, of a function of the shim, is on.
KEYSTROKE_HIDDEN struct keystroke_stack keystroke_stacks_walk(
    struct keystroke_stacks *stacks, const void *frame);

/// The node with this label and parent, a new one if need be; NULL if there is no room.
KEYSTROKE_HIDDEN struct keystroke_node *keystroke_stacks_child(
    struct keystroke_stacks *stacks, uint32_t parent, uint64_t label, bool *is_new);

/// Begins anew, on the stack of a thread.
KEYSTROKE_HIDDEN void keystroke_stacks_enter(
    struct keystroke_stacks *stacks, const struct keystroke_slot *slot);

/// Forgets all stacks.
KEYSTROKE_HIDDEN void keystroke_stacks_reset(struct keystroke_stacks *stacks);
