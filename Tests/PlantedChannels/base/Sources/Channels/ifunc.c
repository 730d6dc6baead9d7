#include "include/Channels.h"
static void fast(void) { loop(FAST); }
static void slow(void) { loop(SLOW); }
__attribute__((used)) static void (*const both[])(void) = {fast, slow};
static void (*resolve(void))(void) { return fast; }
void hook_ifunc(void) __attribute__((ifunc("resolve")));
void channel_ifunc(void) { hook_ifunc(); }
