// The stacks of a thread: a tree, from the outermost function inwards, and the walk that finds a stack in it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "Attributes.h"
#include "Slots.h"

/// The page size. If pages are larger, returning them to the kernel fails and they are cleared.
#define KEYSTROKE_PAGE_BYTES 4096
#define KEYSTROKE_NODE_BITS 19
/// Three quarters of the places, so that searches stay short.
#define KEYSTROKE_NODES (3u << (KEYSTROKE_NODE_BITS - 2))

/// A function on a stack, called by its parent; or, as the innermost node, a tag. Empty if the label
/// is 0.
struct keystroke_node {
  /// A return address, or a tag and KEYSTROKE_TAG_LABEL.
  uint64_t label;
  /// The caller's place in the table; KEYSTROKE_ROOT for the outermost.
  uint32_t parent;
  /// For a tag, the number of the site.
  uint32_t site;
};

/// No return address has this bit: user space ends below it.
#define KEYSTROKE_TAG_LABEL (UINT64_C(1) << 63)
#define KEYSTROKE_ROOT UINT32_MAX

/// A frame of the last walk.
struct keystroke_step {
  /// The address of the frame.
  uintptr_t frame;
  uintptr_t return_address;
  uint32_t node;
};

/// The stacks of a thread.
struct keystroke_stacks {
  /// The bounds of the thread's stack.
  uintptr_t low;
  size_t bytes;
  /// The last walk: the steps from `top` on, innermost first, the outermost at the very end. So the
  /// outer steps that two walks have in common stay in place.
  uint32_t top;
  /// The steps, followed by the outermost frame's pointer to its caller, which is not a frame.
  struct keystroke_step steps[KEYSTROKE_SHIM_STACK_DEPTH + 1];
  uint32_t node_count;
  /// The nodes, by open addressing. They do not move, so a place identifies a node. They have separate
  /// pages, so that these can be returned to the kernel.
  struct keystroke_node nodes[1u << KEYSTROKE_NODE_BITS]
      __attribute__((aligned(KEYSTROKE_PAGE_BYTES)));
};

/// The result of a walk.
struct keystroke_stack {
  /// The node of the innermost function, or KEYSTROKE_ROOT.
  uint32_t node;
  /// True if the stack is deeper than the part that was taken.
  bool is_cut;
  /// True if there was room for it.
  bool is_complete;
};

/// Finds the calling thread's stack, unless it is known. May allocate.
KEYSTROKE_HIDDEN bool keystroke_find_stack(struct keystroke_slot *slot);

/// The stack that contains `frame`, which belongs to a function of the shim.
KEYSTROKE_HIDDEN struct keystroke_stack keystroke_stacks_walk(
    struct keystroke_stacks *stacks, const void *frame);

/// The node with this label and parent, made if it does not exist; NULL if there is no room.
KEYSTROKE_HIDDEN struct keystroke_node *keystroke_stacks_child(
    struct keystroke_stacks *stacks, uint32_t parent, uint64_t label, bool *is_new);

/// Starts again, on the stack of a thread.
KEYSTROKE_HIDDEN void keystroke_stacks_enter(
    struct keystroke_stacks *stacks, const struct keystroke_slot *slot);

/// Forgets all stacks.
KEYSTROKE_HIDDEN void keystroke_stacks_reset(struct keystroke_stacks *stacks);
