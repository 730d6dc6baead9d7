#include <malloc.h>
__attribute__((constructor)) static void set(void) { mallopt(M_MMAP_THRESHOLD, 1 << 12); }
