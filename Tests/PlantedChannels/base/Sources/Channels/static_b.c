#include "include/Channels.h"
__attribute__((noinline)) static void step(void) { loop(FAST); }
__attribute__((used)) void static_b(void) { step(); }
