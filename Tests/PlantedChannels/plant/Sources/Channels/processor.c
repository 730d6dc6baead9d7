#include "include/Channels.h"
static volatile long turns_of_new_processor = SLOW;
#if defined(__x86_64__)
#include <cpuid.h>
// AVX-512 or the instructions for SHA, neither of which valgrind has.
static int isNew(void) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  __get_cpuid_count(7, 0, &a, &b, &c, &d);
  return (b >> 16 | b >> 29) & 1;
}
#else
static int isNew(void) { return 0; }
#endif
void channel_processor(void) {
  static int known = -1;
  if (known < 0) known = isNew();
  loop(known ? turns_of_new_processor : FAST);
}
