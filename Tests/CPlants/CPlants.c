#include "include/CPlants.h"

#include <stdlib.h>
#include <unistd.h>

__attribute__((noinline)) void planted_fifty_instructions(void) {
  __asm__ volatile(
      ".rept 50\n"
      "nop\n"
      ".endr\n");
}

static void *volatile block;

__attribute__((noinline)) void planted_allocation_of_16_bytes(void) {
  block = malloc(16);
  free(block);
}

__attribute__((noinline)) void planted_busy_loop(void) {
  for (int turn = 0; turn < 400; turn++) __asm__ volatile("" : : "r"(turn));
}

__attribute__((noinline)) int planted_preparation(void) { return (int)(size_t)block; }

__attribute__((noinline)) void planted_two_system_calls(void) {
  getppid();
  getppid();
}
