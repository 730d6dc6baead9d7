/// Files of other targets that the program carries in itself, so that one that was copied elsewhere still has them.
///
/// Each function gives the text of one, which ends with a NUL.
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
/// `WorkerClient/Tools/read_store.py`: what reads a store of runs.
const char *storeReader(void);

#pragma clang assume_nonnull end
