// Keys, as events of GNUstep and through the X server.
#include "internal.h"

#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>

uint32_t keystroke_widget_keyval(uint32_t character) {
  return character < 0x100 ? character : 0x1000000 | character;
}

// MARK: Events

// Puts a key into the application's queue, and handles it as the application's loop does.
static void send_key(bool press, NSString *characters, NSUInteger flags) {
  [NSApp postEvent: [NSEvent keyEventWithType: press ? NSKeyDown : NSKeyUp
                                     location: NSZeroPoint
                                modifierFlags: flags
                                    timestamp: 0
                                 windowNumber: [keystroke_window windowNumber]
                                      context: [NSApp context]
                                   characters: characters
                  charactersIgnoringModifiers: characters
                                    isARepeat: NO
                                      keyCode: 0]
           atStart: YES];
  keystroke_dispatch([NSApp nextEventMatchingMask: NSAnyEventMask
                                        untilDate: [NSDate distantPast]
                                           inMode: NSDefaultRunLoopMode
                                          dequeue: YES]);
}

bool keystroke_widget_filter_key(uint32_t keyval, bool press) {
  if (keyval < 0x20 || keyval > 0x7e) return false;
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  const unichar character = (unichar)keyval;
  send_key(press, [NSString stringWithCharacters: &character length: 1], 0);
  [pool release];
  return true;
}

void keystroke_widget_commit(const char *text) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  [keystroke_editor insertText: [NSString stringWithUTF8String: text]];
  [pool release];
}

void keystroke_widget_bound_key(const char *signal) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  const unichar deletion = NSDeleteFunctionKey, right = NSRightArrowFunctionKey;
  if (strcmp(signal, "activate") == 0)
    send_key(true, @"\r", 0);
  else if (strcmp(signal, "backspace") == 0)
    send_key(true, @"\177", 0);
  else if (strcmp(signal, "delete-from-cursor") == 0)
    send_key(true, [NSString stringWithCharacters: &deletion length: 1], NSFunctionKeyMask);
  else if (strcmp(signal, "move-cursor") == 0)
    send_key(true, [NSString stringWithCharacters: &right length: 1], NSFunctionKeyMask);
  else
    [NSApp sendAction: @selector(paste:) to: nil from: keystroke_window];
  [pool release];
}

// MARK: The X server

static Display *tester = NULL;
// The key that the server was told of last.
static struct {
  KeyCode code;
  bool press;
} awaited;

void keystroke_note_key(NSEvent *event) {
  const NSEventType type = [event type];
  if (type != NSKeyDown && type != NSKeyUp && type != NSFlagsChanged) return;
  if (awaited.code == 0 || [event keyCode] != awaited.code) return;
  if (awaited.press)
    keystroke_counts.keys_pressed++;
  else
    keystroke_counts.keys_released++;
}

bool keystroke_widget_open_xtest(void) {
  if (tester) return true;
  tester = XOpenDisplay(NULL);
  int numbers[4];
  if (!tester ||
      !XTestQueryExtension(tester, &numbers[0], &numbers[1], &numbers[2], &numbers[3]))
    return false;
  // A process that is killed between press and release would leave the key down, and repeating.
  XAutoRepeatOff(tester);
  XSync(tester, False);
  return true;
}

bool keystroke_widget_fake_key(uint32_t keyval, bool press) {
  const KeyCode code = XKeysymToKeycode(tester, keyval);
  if (code == 0) return false;
  int width = 0;
  KeySym *keys = XGetKeyboardMapping(tester, code, 1, &width);
  const bool shifts = width > 1 && keys[0] != keyval && keys[1] == keyval;
  XFree(keys);
  const KeyCode shift = shifts ? XKeysymToKeycode(tester, XK_Shift_L) : 0;
  awaited.code = code;
  awaited.press = press;
  if (shift && press) XTestFakeKeyEvent(tester, shift, True, 0);
  XTestFakeKeyEvent(tester, code, press, 0);
  if (shift && !press) XTestFakeKeyEvent(tester, shift, False, 0);
  XFlush(tester);
  return true;
}

// GNUstep composes only with an input method of the X server's.
bool keystroke_widget_map_key(uint32_t keyval) { return false; }
