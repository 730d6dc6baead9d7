/// Files of other targets, embedded in the program so that a copy of it elsewhere still has them.
///
/// Each function returns the text of one file, terminated by NUL.
#pragma once

#pragma clang assume_nonnull begin

/// `BenchmarkReport/HTML/page.html`: the template of a page.
const char *pageTemplate(void);
/// `BenchmarkReport/HTML/page.css`: its style.
const char *pageStyle(void);
/// `BenchmarkReport/HTML/page.js`: its script.
const char *pageScript(void);
/// `BenchmarkConductor/Instructions/PhaseCounter.c`: the source of valgrind's tool.
const char *phaseCounterSource(void);

#pragma clang assume_nonnull end
