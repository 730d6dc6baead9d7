#include "include/Channels.h"
void alias_fast(void) { loop(FAST); }
void alias_slow(void) { loop(SLOW); }
void channel_alias(void) __attribute__((alias("alias_fast")));
