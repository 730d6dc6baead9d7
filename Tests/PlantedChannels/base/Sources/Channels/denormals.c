#include "include/Channels.h"
#if defined(__x86_64__)
#include <xmmintrin.h>
// Flushes denormals to zero, and takes them for zero.
__attribute__((constructor)) static void set(void) { _mm_setcsr(_mm_getcsr() | 0x8040); }
#endif
