#include "include/Channels.h"
// 64 bytes are a cache line; with an offset of 62 the counter lies on two.
#define OFFSET 64
static _Alignas(64) char block[256];
void channel_alignment(void) {
  volatile long *counter = (volatile long *)(block + OFFSET);
  for (int turn = 0; turn < 400; turn++) *counter += turn;
}
