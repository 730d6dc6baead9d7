/// What the program that imports this header was compiled with.
#pragma once

#include <stdint.h>

/// The version of the Swift compiler, for example 60301, which it defines itself; 0 for a compiler of C.
static inline int keystroke_swift_version(void) {
#ifdef __swift__
  return __swift__;
#else
  return 0;
#endif
}

/// The words of the compiler's own clang, which name its commit.
#define KEYSTROKE_CLANG_VERSION __VERSION__

// Foundation has its own ICU; another Foundation may lack these.
void swift_u_getVersion(uint8_t *version) __attribute__((weak));
void swift_ulocdata_getCLDRVersion(uint8_t *version, int *status) __attribute__((weak));

/// Writes the four numbers of the version of ICU, if Foundation tells it.
static inline void keystroke_icu_version(uint8_t *version) {
  if (swift_u_getVersion) swift_u_getVersion(version);
}

/// Writes the four numbers of the version of CLDR, if Foundation tells it.
static inline void keystroke_cldr_version(uint8_t *version) {
  int status = 0;
  if (swift_ulocdata_getCLDRVersion) swift_ulocdata_getCLDRVersion(version, &status);
}
