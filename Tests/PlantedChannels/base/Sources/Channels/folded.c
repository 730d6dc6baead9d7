#include "include/Channels.h"
__attribute__((noinline)) void folded_a(void) { loop(FAST); }
__attribute__((noinline)) void folded_b(void) { loop(FAST); }
void channel_folded(void) {
  folded_a();
  folded_b();
}
