#include "CServerKeys.h"

#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <stddef.h>

#include "CWidget.h"

static Display *tester = NULL;
static KeyCode awaited = 0;

int keystroke_awaited_key(void) { return awaited; }

bool keystroke_open_server_keys(const char *display) {
  if (tester) return true;
  tester = XOpenDisplay(display);
  int numbers[4];
  if (!tester ||
      !XTestQueryExtension(tester, &numbers[0], &numbers[1], &numbers[2], &numbers[3]))
    return false;
  // A process that is killed between press and release would leave the key down, and repeating.
  XAutoRepeatOff(tester);
  XSync(tester, False);
  return true;
}

struct key {
  uint32_t keyval;
  // 0 if no key has that keyval.
  KeyCode code;
  bool shifts;
};

static struct key find_key(uint32_t keyval) {
  // Stored, so that a key allocates nothing.
  static struct key known[64];
  static int count = 0;
  for (int index = 0; index < count; index++)
    if (known[index].keyval == keyval) return known[index];
  struct key key = {.keyval = keyval, .code = XKeysymToKeycode(tester, keyval)};
  if (key.code != 0) {
    int width = 0;
    KeySym *levels = XGetKeyboardMapping(tester, key.code, 1, &width);
    key.shifts = width > 1 && levels[0] != keyval && levels[1] == keyval;
    XFree(levels);
  }
  known[count < 64 ? count++ : 63] = key;
  return key;
}

bool keystroke_widget_fake_key(uint32_t keyval, bool press) {
  const struct key key = find_key(keyval);
  if (key.code == 0) return false;
  awaited = key.code;
  const KeyCode shift = key.shifts ? find_key(XK_Shift_L).code : 0;
  if (shift && press) XTestFakeKeyEvent(tester, shift, True, 0);
  XTestFakeKeyEvent(tester, key.code, press, 0);
  if (shift && !press) XTestFakeKeyEvent(tester, shift, False, 0);
  XFlush(tester);
  return true;
}

bool keystroke_widget_map_key(uint32_t keyval) {
  if (!keystroke_widget_open_xtest()) return false;
  int first, last, width, unused = 0;
  XDisplayKeycodes(tester, &first, &last);
  KeySym *keys = XGetKeyboardMapping(tester, (KeyCode)first, last - first + 1, &width);
  // From the top: the keycodes there belong to no keyboard.
  for (int code = last; code >= first && unused == 0; code--) {
    unused = code;
    for (int level = 0; level < width; level++)
      if (keys[(code - first) * width + level] != NoSymbol) unused = 0;
  }
  XFree(keys);
  if (unused == 0) return false;
  KeySym symbol = keyval;
  XChangeKeyboardMapping(tester, unused, 1, &symbol, 1);
  XSync(tester, False);
  // Both connections are told of it.
  while (XPending(tester)) {
    XEvent event;
    XNextEvent(tester, &event);
    if (event.type == MappingNotify) XRefreshKeyboardMapping(&event.xmapping);
  }
  keystroke_widget_sync();
  while (keystroke_widget_iterate(false)) {
  }
  return find_key(keyval).code != 0;
}
