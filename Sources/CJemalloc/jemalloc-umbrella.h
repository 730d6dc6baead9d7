// Debian's libjemalloc-dev: no symbol prefix, so `malloc` here is jemalloc's.
#include <jemalloc/jemalloc.h>
