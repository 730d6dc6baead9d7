// Keys, as events of GNUstep and through the X server.
#include "internal.h"

#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <dlfcn.h>

#include "CWidgetGnustep.h"

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

// Marked text goes to the wrong place: see keystroke_gnustep_mark.
bool keystroke_widget_compose(const char *text) {
  (void)text;
  return false;
}

// Nobody is asked before a text is committed.
void keystroke_widget_ask_while_composing(bool asks) { (void)asks; }

void keystroke_gnustep_mark(const char *text) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  NSString *marked = [NSString stringWithUTF8String: text];
  // The caret comes last within the marked text.
  [keystroke_editor setMarkedText: marked selectedRange: NSMakeRange([marked length], 0)];
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
// The code of the key that the server was told of last.
static KeyCode awaited = 0;

// GNUstep passes each event of the server to the input method of X, also the keys that compose, which become no event of
// its own. The executable defines this function instead of the library, so that the calls arrive here.
Bool XFilterEvent(XEvent *event, Window window) {
  static Bool (*real)(XEvent *, Window);
  if (!real) real = dlsym(RTLD_NEXT, "XFilterEvent");
  // A composed character has the keycode 0.
  if (awaited != 0 && event->type == KeyPress && event->xkey.keycode == awaited)
    keystroke_counts.keys_pressed++;
  if (awaited != 0 && event->type == KeyRelease && event->xkey.keycode == awaited)
    keystroke_counts.keys_released++;
  return real(event, window);
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
  awaited = code;
  if (shift && press) XTestFakeKeyEvent(tester, shift, True, 0);
  XTestFakeKeyEvent(tester, code, press, 0);
  if (shift && !press) XTestFakeKeyEvent(tester, shift, False, 0);
  XFlush(tester);
  return true;
}

bool keystroke_widget_map_key(uint32_t keyval) {
  if (!keystroke_widget_open_xtest()) return false;
  int first, last, width, unused = 0;
  XDisplayKeycodes(tester, &first, &last);
  KeySym *keys = XGetKeyboardMapping(tester, first, last - first + 1, &width);
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
  return XKeysymToKeycode(tester, keyval) != 0;
}
