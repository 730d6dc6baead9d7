#include "include/Channels.h"
extern long turns_by_priority;
__attribute__((constructor(203))) static void slow(void) { turns_by_priority = SLOW; }
__attribute__((constructor(202))) static void fast(void) { turns_by_priority = FAST; }
