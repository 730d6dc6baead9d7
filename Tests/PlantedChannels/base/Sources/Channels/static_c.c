#include "include/Channels.h"
__attribute__((noinline)) static void step(void) { loop(SLOW); }
__attribute__((used, retain)) void static_c(void) { step(); }
void static_a(void);
void channel_same_name(void) { static_a(); }
