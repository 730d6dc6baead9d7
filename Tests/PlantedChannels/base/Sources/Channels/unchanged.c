// Nothing in here differs between the two commits.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

#include "include/Channels.h"

__attribute__((weak)) void hook_weak(void);
void channel_weak(void) {
  if (hook_weak) hook_weak();
}

static volatile long sink;
static const char *volatile letters = "abc";
void channel_libc(void) { sink = a64l(letters); }

void channel_dlsym(void) {
  static void (*hook)(void);
  static int isSought;
  if (!isSought) hook = (void (*)(void))dlsym(RTLD_DEFAULT, "hook_dlsym");
  isSought = 1;
  if (hook) hook();
}

extern void (*const __start_hooks[])(void);
extern void (*const __stop_hooks[])(void);
static void nothing(void) { loop(FAST); }
__attribute__((used, retain, section("hooks"))) static void (*const first_hook)(void) = nothing;
void channel_linker_set(void) {
  for (void (*const *hook)(void) = __start_hooks; hook < __stop_hooks; hook++) (*hook)();
}

void hook_order(void);
void channel_weak_order(void) { hook_order(); }

void (*hook_constructed)(void);
void channel_constructors(void) { hook_constructed(); }

long turns_by_priority;
void channel_priority(void) { loop(turns_by_priority); }

// A linker may add the address of the program to both.
extern char absolute_zero[], absolute_turns[];
void channel_absolute(void) { loop((long)absolute_turns - (long)absolute_zero); }

extern char script_zero[], script_turns[];
void channel_script(void) { loop((long)script_turns - (long)script_zero); }

void hook_library(void);
void channel_library(void) { hook_library(); }

extern const int incbin_turns;
void channel_incbin(void) { loop(*(const volatile int *)&incbin_turns); }

void defined_fast(void) { loop(FAST); }
void defined_slow(void) { loop(SLOW); }
void defined_hook(void);
void channel_defsym(void) { defined_hook(); }

extern const int table[4];
void channel_table(void) { loop(table[2]); }

extern _Thread_local int turns_of_thread;
void channel_thread_local(void) { loop(turns_of_thread); }

static volatile float tiny = 1e-39f;
void channel_denormals(void) {
  float sum = 0;
  for (int turn = 0; turn < 400; turn++) sum += tiny * 0.5f;
  sink = (long)sum;
}

void channel_malloc(void) {
  char *volatile block = malloc(100000);
  block[0] = block[50000] = 1;
  free(block);
}
