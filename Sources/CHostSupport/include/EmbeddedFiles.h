/// Files of other targets, embedded in the program so that a copy of it in another folder still has them.
///
/// Each function returns the text of one file, terminated by NUL.
#pragma once

#pragma clang assume_nonnull begin

/// Returns `BenchmarkReport/HTML/page.html`: the template of a page.
const char *pageTemplate(void);
/// Returns `BenchmarkReport/HTML/page.css`: the style of a page.
const char *pageStyle(void);
/// Returns `BenchmarkReport/HTML/page.js`: the script of a page.
const char *pageScript(void);
/// Returns `PhaseCounter.c`: the source of valgrind's tool.
const char *phaseCounterSource(void);

#pragma clang assume_nonnull end
