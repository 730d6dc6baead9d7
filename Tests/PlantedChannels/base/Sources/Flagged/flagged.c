#include "include/Flagged.h"
void channel_definition(void) {
  for (long turn = 0; turn < FLAGGED_TURNS; turn++) __asm__ volatile("" : : "r"(turn));
}
static volatile long sink;
// An optimizer makes one multiplication of it.
void channel_flag(void) {
  long sum = 0;
  for (long turn = 0; turn < 2000; turn++) sum += turn;
  sink = sum;
}
