#include "include/Channels.h"
__attribute__((weak)) void hook_order(void) { loop(FAST); }
