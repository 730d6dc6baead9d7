#include "include/Channels.h"
extern void (*hook_constructed)(void);
static void fast(void) { loop(FAST); }
__attribute__((constructor)) static void set(void) { hook_constructed = fast; }
