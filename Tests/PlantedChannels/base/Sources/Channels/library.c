#include "include/Channels.h"
void hook_library(void) { loop(FAST); }
