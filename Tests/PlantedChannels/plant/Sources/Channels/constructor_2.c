#include "include/Channels.h"
extern void (*hook_constructed)(void);
static void slow(void) { loop(SLOW); }
__attribute__((constructor)) static void set(void) { hook_constructed = slow; }
