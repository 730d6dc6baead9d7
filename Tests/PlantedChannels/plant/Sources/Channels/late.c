#include "include/Channels.h"
static volatile long late_turns = SLOW;
void channel_late_edit(void) {
  static long edits;
  loop(++edits > 300 ? late_turns : FAST);
}
