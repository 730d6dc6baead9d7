#include "include/Channels.h"
__attribute__((noinline)) static void step(void) { loop(SLOW); }
__attribute__((used)) void static_a(void) { step(); }
