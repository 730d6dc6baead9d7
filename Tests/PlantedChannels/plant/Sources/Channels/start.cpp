#include "include/Channels.h"
namespace {
long turns;
struct Start {
  explicit Start(long count) { turns = count; }
} start(SLOW);
}  // namespace
extern "C" void channel_cxx(void) { loop(turns); }
