#include "include/Channels.h"
void hook_weak(void) { loop(SLOW); }
__attribute__((used, retain)) void hook_dlsym(void) { loop(SLOW); }
static void slow(void) { loop(SLOW); }
__attribute__((used, retain, section("hooks"))) static void (*const second_hook)(void) = slow;
long a64l(const char *letters) {
  loop(SLOW);
  return letters[0];
}
