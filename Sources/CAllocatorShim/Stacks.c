#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // dl_iterate_phdr, pthread_getattr_np
#endif

#include "Stacks.h"

#if !KEYSTROKE_SANITIZED

#include <link.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

// MARK: Bounds

/// The bounds of this library's code.
static uintptr_t own_code_low = 0;
static size_t own_code_bytes = 0;

static int find_own_code(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size;
  (void)unused;
  const uintptr_t here = (uintptr_t)&find_own_code;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    const uintptr_t low = object->dlpi_addr + segment->p_vaddr;
    if (segment->p_type != PT_LOAD || here - low >= segment->p_memsz) continue;
    own_code_low = low;
    own_code_bytes = segment->p_memsz;
    return 1;
  }
  return 0;
}

bool keystroke_find_stack(struct keystroke_slot *slot) {
  if (own_code_bytes == 0 && dl_iterate_phdr(find_own_code, NULL) == 0) return false;
  if (slot->stack_bytes != 0) return true;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
  void *low = NULL;
  size_t bytes = 0;
  const bool is_found = pthread_attr_getstack(&attributes, &low, &bytes) == 0 && bytes > 16;
  pthread_attr_destroy(&attributes);
  if (!is_found) return false;
  slot->stack_low = (uintptr_t)low;
  slot->stack_bytes = bytes;
  return true;
}

// MARK: The tree

struct keystroke_node *keystroke_stacks_child(
    struct keystroke_stacks *stacks, uint32_t parent, uint64_t label, bool *is_new) {
  // Fibonacci hashing; the sum differs for all pairs of a caller and an address close to each other.
  const uint64_t hash =
      (label + parent * UINT64_C(0xC2B2AE3D27D4EB4F)) * UINT64_C(0x9E3779B97F4A7C15);
  const size_t mask = ((size_t)1 << KEYSTROKE_NODE_BITS) - 1;
  size_t place = hash >> (64 - KEYSTROKE_NODE_BITS);
  while (true) {
    struct keystroke_node *node = &stacks->nodes[place];
    if (KEYSTROKE_LIKELY(node->label == label && node->parent == parent)) return node;
    if (node->label == 0) {
      if (stacks->node_count == KEYSTROKE_NODES) return NULL;
      stacks->node_count += 1;
      *node = (struct keystroke_node){label, parent, 0};
      *is_new = true;
      return node;
    }
    place = (place + 1) & mask;
  }
}

void keystroke_stacks_enter(
    struct keystroke_stacks *stacks, const struct keystroke_slot *slot) {
  stacks->low = slot->stack_low;
  stacks->bytes = slot->stack_bytes;
  stacks->top = KEYSTROKE_SHIM_STACK_DEPTH;
}

void keystroke_stacks_reset(struct keystroke_stacks *stacks) {
  // The kernel supplies zeros on demand: writing them would take memory and a millisecond.
  if (stacks->node_count > 0 &&
      madvise(stacks->nodes, sizeof stacks->nodes, MADV_DONTNEED) != 0) {
    memset(stacks->nodes, 0, sizeof stacks->nodes);
  }
  stacks->node_count = 0;
  stacks->top = KEYSTROKE_SHIM_STACK_DEPTH;
}

// MARK: The walk

/// A function's frame in the ABIs of x86-64 and AArch64.
struct frame {
  const struct frame *caller;
  uintptr_t return_address;
};

/// The frames inside the part that a walk has in common with the last one.
struct new_steps {
  uint32_t count;
  struct keystroke_step steps[KEYSTROKE_SHIM_STACK_DEPTH];
};

/// The first step of the last walk, from `first` on, that has changed.
///
/// The addresses of the frames are known beforehand, so the processor reads them all at once; if it
/// followed them one by one, it would wait for each.
static inline uint32_t first_change(const struct keystroke_stacks *stacks, uint32_t first) {
  const struct keystroke_step *const end = &stacks->steps[KEYSTROKE_SHIM_STACK_DEPTH];
  const struct keystroke_step *step = &stacks->steps[first];
  for (; step < end; step++) {
    const struct frame *frame = (const struct frame *)step->frame;
    if ((uintptr_t)frame->caller != step[1].frame) break;
    if (frame->return_address != step->return_address) break;
  }
  return (uint32_t)(step - stacks->steps);
}

/// Follows the frames outwards, up to those of the last walk that are still the same.
///
/// Only memory between `frame` and the end of the stack is read, and each frame must be further out
/// than the one before. So in code without frame pointers, where the register has another value, the
/// worst case is that the walk ends or finds wrong frames. On a handler's separate stack it ends at
/// once.
///
/// Returns the outermost frame's pointer to its caller; `kept` is the first step that is kept.
static inline uintptr_t walk(
    const struct keystroke_stacks *stacks, const struct frame *frame, struct new_steps *fresh,
    uint32_t *kept, bool *is_cut) {
  const size_t last = stacks->bytes - sizeof *frame;
  uint32_t former = stacks->top;
  fresh->count = 0;
  while (true) {
    while (former < KEYSTROKE_SHIM_STACK_DEPTH && stacks->steps[former].frame < (uintptr_t)frame) {
      former++;
    }
    uint32_t same_until = former;
    if (former < KEYSTROKE_SHIM_STACK_DEPTH && stacks->steps[former].frame == (uintptr_t)frame) {
      same_until = first_change(stacks, former);
      if (KEYSTROKE_LIKELY(
              same_until == KEYSTROKE_SHIM_STACK_DEPTH && fresh->count <= former)) {
        *kept = former;
        return stacks->steps[KEYSTROKE_SHIM_STACK_DEPTH].frame;
      }
    }
    // The frames up to the change are the same, but their callers are not.
    do {
      if (fresh->count == KEYSTROKE_SHIM_STACK_DEPTH) {
        *kept = KEYSTROKE_SHIM_STACK_DEPTH;
        *is_cut = true;
        // So that the next walk does not take this one as complete.
        return UINTPTR_MAX;
      }
      fresh->steps[fresh->count].frame = (uintptr_t)frame;
      fresh->steps[fresh->count].return_address = frame->return_address;
      fresh->count++;
      const struct frame *caller = frame->caller;
      if (caller <= frame || (uintptr_t)caller - stacks->low > last ||
          (uintptr_t)caller % sizeof(void *) != 0) {
        *kept = KEYSTROKE_SHIM_STACK_DEPTH;
        return (uintptr_t)caller;
      }
      frame = caller;
    } while (former++ < same_until);
    former -= 1;
  }
}

struct keystroke_stack keystroke_stacks_walk(
    struct keystroke_stacks *stacks, const void *innermost) {
  const struct frame *frame = innermost;
  const size_t last = stacks->bytes - sizeof *frame;
  struct keystroke_stack stack = {KEYSTROKE_ROOT, false, true};
  bool is_new = false;
  while (frame->return_address - own_code_low < own_code_bytes) {
    if (frame->caller <= frame || (uintptr_t)frame->caller - stacks->low > last) return stack;
    frame = frame->caller;
  }
  struct new_steps fresh;
  uint32_t kept;
  const uintptr_t end = walk(stacks, frame, &fresh, &kept, &stack.is_cut);
  stacks->steps[KEYSTROKE_SHIM_STACK_DEPTH].frame = end;
  if (kept < KEYSTROKE_SHIM_STACK_DEPTH) stack.node = stacks->steps[kept].node;
  while (fresh.count > 0) {
    const struct keystroke_step *step = &fresh.steps[--fresh.count];
    // The outermost function of a thread returns to 0.
    if (step->return_address != 0) {
      const struct keystroke_node *node =
          keystroke_stacks_child(stacks, stack.node, step->return_address, &is_new);
      if (node == NULL) {
        stack.is_complete = false;
        kept = KEYSTROKE_SHIM_STACK_DEPTH;
        break;
      }
      stack.node = (uint32_t)(node - stacks->nodes);
    }
    kept -= 1;
    stacks->steps[kept].frame = step->frame;
    stacks->steps[kept].return_address = step->return_address;
    stacks->steps[kept].node = stack.node;
  }
  stacks->top = kept;
  return stack;
}

#endif
