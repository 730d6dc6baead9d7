// A sanitizer has its own allocator, and a second one in front of it crashes. So under a sanitizer this library defines
// no allocation function.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define KEYSTROKE_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define KEYSTROKE_SANITIZED 1
#endif
#endif

#ifndef KEYSTROKE_SANITIZED
#define KEYSTROKE_SANITIZED 0
#endif

#define KEYSTROKE_HIDDEN __attribute__((visibility("hidden")))
#define KEYSTROKE_APART __attribute__((noinline))
#define KEYSTROKE_LIKELY(condition) __builtin_expect(!!(condition), 1)

// Without this, the compiler shares one call between the counting and the idle path, and so saves
// registers on both.
#if defined(__has_attribute)
#if __has_attribute(musttail)
#define KEYSTROKE_JUMP __attribute__((musttail)) return
#endif
#endif
#ifndef KEYSTROKE_JUMP
#define KEYSTROKE_JUMP return
#endif
