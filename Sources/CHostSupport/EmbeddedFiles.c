#include "include/EmbeddedFiles.h"

// SwiftPM embeds a file as a Swift array of numbers, which takes the compiler seconds; clang needs hardly any time.
#pragma clang diagnostic ignored "-Wc23-extensions"

const char *pageTemplate(void) {
  static const char text[] = {
#embed "../BenchmarkReport/HTML/page.html" suffix(, 0)
  };
  return text;
}

const char *pageStyle(void) {
  static const char text[] = {
#embed "../BenchmarkReport/HTML/page.css" suffix(, 0)
  };
  return text;
}

const char *pageScript(void) {
  static const char text[] = {
#embed "../BenchmarkReport/HTML/page.js" suffix(, 0)
  };
  return text;
}

const char *phaseCounterSource(void) {
  static const char text[] = {
#embed "PhaseCounter.c" suffix(, 0)
  };
  return text;
}
