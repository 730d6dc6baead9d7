#include "include/Channels.h"
void channel_plain(void) { loop(FAST); }
