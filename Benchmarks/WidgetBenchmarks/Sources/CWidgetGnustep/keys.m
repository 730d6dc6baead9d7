// Keys, as events of GNUstep and through the X server.
#include "internal.h"

#include <X11/Xlib.h>
#include <dlfcn.h>

#include "CServerKeys.h"
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

// GNUstep passes each event of the server to the input method of X, also the keys that compose, which become no event of
// its own. The executable defines this function instead of the library, so that the calls arrive here.
Bool XFilterEvent(XEvent *event, Window window) {
  static Bool (*real)(XEvent *, Window);
  if (!real) real = dlsym(RTLD_NEXT, "XFilterEvent");
  const KeyCode awaited = keystroke_awaited_key();
  // A composed character has the keycode 0.
  if (awaited != 0 && event->type == KeyPress && event->xkey.keycode == awaited)
    keystroke_counts.keys_pressed++;
  if (awaited != 0 && event->type == KeyRelease && event->xkey.keycode == awaited)
    keystroke_counts.keys_released++;
  return real(event, window);
}

bool keystroke_widget_open_xtest(void) { return keystroke_open_server_keys(NULL); }
