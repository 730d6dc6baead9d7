// The window, its frames and the main loop.
#include "internal.h"

#import <GNUstepGUI/GSDisplayServer.h>
#import <GNUstepGUI/GSVersion.h>

#include <X11/Xlib.h>
#include <locale.h>
#include <unistd.h>

struct keystroke_widget_events keystroke_events;
struct keystroke_widget_counts keystroke_counts;
bool keystroke_marks = false;
NSWindow *keystroke_window = nil;
uint64_t keystroke_happened = 0;

struct keystroke_widget_counts keystroke_widget_counts(void) { return keystroke_counts; }
void keystroke_widget_mark_phases(bool marks) { keystroke_marks = marks; }

// MARK: Frames

// The private method in which GNUstep paints a window, at the end of each turn of the run loop.
@interface NSWindow (KeystrokePrivate)
- (void) _handleAutodisplay;
@end

@interface KeystrokeWindow : NSWindow
@end

@implementation KeystrokeWindow

// A window without a title may not become the key window.
- (BOOL) canBecomeKeyWindow { return YES; }
- (BOOL) canBecomeMainWindow { return YES; }

- (NSText *) fieldEditor: (BOOL)create forObject: (id)object { return keystroke_editor; }

- (void) _handleAutodisplay {
  if (![self viewsNeedDisplay]) return;
  keystroke_happened++;
  keystroke_paints_text = false;
  const int outer = keystroke_enter(KEYSTROKE_WIDGET_PAINT);
  [super _handleAutodisplay];
  (void)keystroke_enter(outer);
  if (!keystroke_paints_text) return;
  keystroke_counts.frames++;
  keystroke_note_frame();
  keystroke_events.painted();
}

// There is no menu that would have this.
- (BOOL) performKeyEquivalent: (NSEvent *)event {
  if (([event modifierFlags] & NSCommandKeyMask) &&
      [[event charactersIgnoringModifiers] isEqualToString: @"v"])
    return [NSApp sendAction: @selector(paste:) to: nil from: self];
  return [super performKeyEquivalent: event];
}

@end

// MARK: Turns

@interface KeystrokeTurns : NSObject
@end

@implementation KeystrokeTurns

- (void) update {
  keystroke_happened++;
  keystroke_events.update();
}

- (void) turn {
  keystroke_happened++;
  keystroke_events.turn();
}

@end

static KeystrokeTurns *turns = nil;

// The window is painted by what has the order 600000 in a turn of the run loop.
void keystroke_widget_request_update(void) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  [[NSRunLoop currentRunLoop] performSelector: @selector(update)
                                       target: turns
                                     argument: nil
                                        order: 500000
                                        modes: [NSArray arrayWithObject: NSDefaultRunLoopMode]];
  [pool release];
}

void keystroke_widget_request_turn(bool idle) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  if (idle)
    [[NSNotificationQueue defaultQueue]
        enqueueNotification: [NSNotification notificationWithName: @"KeystrokeIdle" object: turns]
               postingStyle: NSPostWhenIdle];
  else
    [NSApp postEvent: [NSEvent otherEventWithType: NSApplicationDefined
                                         location: NSZeroPoint
                                    modifierFlags: 0
                                        timestamp: 0
                                     windowNumber: [keystroke_window windowNumber]
                                          context: [NSApp context]
                                          subtype: 0
                                            data1: 0
                                            data2: 0]
             atStart: NO];
  [pool release];
}

void keystroke_dispatch(NSEvent *event) {
  if ([event type] == NSApplicationDefined)
    [turns turn];
  else
    [NSApp sendEvent: event];
}

// Handles an event if one comes until then.
static bool handle_event(NSDate *limit) {
  NSEvent *event = [NSApp nextEventMatchingMask: NSAnyEventMask
                                      untilDate: limit
                                         inMode: NSDefaultRunLoopMode
                                        dequeue: YES];
  if (event) keystroke_dispatch(event);
  return event != nil;
}

bool keystroke_widget_iterate(bool waits) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  const uint64_t before = keystroke_happened;
  bool has_worked = handle_event([NSDate distantPast]) || keystroke_happened != before;
  // What is painted or posted does not end a wait, so that no wait is long.
  if (!has_worked && waits)
    has_worked = handle_event([NSDate dateWithTimeIntervalSinceNow: 0.05]);
  [pool release];
  return has_worked;
}

static Display *display(void) { return [GSCurrentServer() serverDevice]; }

void keystroke_widget_sync(void) { XSync(display(), 0); }

// MARK: The picture

int keystroke_widget_unknown_glyphs(void) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  NSFont *font = [keystroke_field font];
  // Of these GNUstep draws nothing, such as the marks around a minus.
  NSCharacterSet *controls = [NSCharacterSet controlCharacterSet];
  NSData *characters = [[NSString stringWithUTF8String: keystroke_widget_text()]
      dataUsingEncoding: NSUTF32LittleEndianStringEncoding];
  const uint32_t *character = [characters bytes];
  int unknown = 0;
  // The backend's glyphs are characters until they are drawn.
  for (NSUInteger index = 0; index < [characters length] / 4; index++)
    unknown += ![font glyphIsEncoded: character[index]] &&
               ![controls longCharacterIsMember: character[index]];
  [pool release];
  return unknown;
}

bool keystroke_widget_save_picture(const char *path) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  NSView *view = [keystroke_window contentView];
  [view lockFocus];
  NSBitmapImageRep *picture =
      [[[NSBitmapImageRep alloc] initWithFocusedViewRect: [view bounds]] autorelease];
  [view unlockFocus];
  NSData *data = [picture representationUsingType: NSPNGFileType properties: nil];
  const bool saved = [data writeToFile: [NSString stringWithUTF8String: path] atomically: NO];
  [pool release];
  return saved;
}

// MARK: Opening

const char *keystroke_widget_toolkit(void) {
  static char name[32];
  snprintf(name, sizeof name, "GNUstep %d.%d.%d", GNUSTEP_GUI_MAJOR_VERSION,
           GNUSTEP_GUI_MINOR_VERSION, GNUSTEP_GUI_SUBMINOR_VERSION);
  return name;
}

static bool focus(void) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  const Window number =
      (Window)[GSServerForWindow(keystroke_window) windowDevice: [keystroke_window windowNumber]];
  bool has_focus = false;
  for (int turn = 0; turn < 10000 && !has_focus; turn++) {
    if (turn % 100 == 0) {
      // There is no window manager that would do it.
      XSetInputFocus(display(), number, RevertToParent, CurrentTime);
      XFlush(display());
      [keystroke_field setNeedsDisplay: YES];
    }
    if (!keystroke_widget_iterate(false)) usleep(100);
    has_focus = [keystroke_window isKeyWindow] && keystroke_is_editing() && keystroke_counts.frames > 0;
  }
  [pool release];
  return has_focus;
}

static id nothing(void) { return nil; }

// Replaces a method by one that does nothing and returns nil.
static void disable(Class class, SEL selector) {
  method_setImplementation(class_getInstanceMethod(class, selector), (IMP)nothing);
}

// GNUstep starts programs for notifications, services and the list of applications, which write into the user's folders,
// and of which some do not end with this process.
static void disable_programs(void) {
  Class class = object_getClass([NSDistributedNotificationCenter class]);
  disable(class, @selector(defaultCenter));
  disable(object_getClass([NSWorkspace class]), @selector(sharedWorkspace));
  class = object_getClass(NSClassFromString(@"GSServicesManager"));
  disable(class, @selector(newWithApplication:));
  disable(class, @selector(manager));
}

// The user's preferences are neither read nor written.
static void forget_user(void) {
  NSMutableDictionary *config = GNUstepConfig(nil);
  [config setObject: @"" forKey: @"GNUSTEP_USER_CONFIG_FILE"];
  [config setObject: @":INTERNAL:" forKey: @"GNUSTEP_USER_DEFAULTS_DIR"];
  GNUstepConfig(config);
}

static void quiet(NSString *line) {}

// Otherwise GNUstep opens a panel, and waits for an answer.
static void fail(NSException *exception) {
  fprintf(stderr, "widget: GNUstep raised %s: %s\n", [[exception name] UTF8String],
          [[exception reason] UTF8String]);
  abort();
}

const char *keystroke_widget_open(const struct keystroke_widget_events *events, bool free_clock) {
  if (!free_clock) return "GNUstep has no frame clock: it paints at the end of each turn";
  static char name[16];
  const char *problem = keystroke_start_server(name);
  if (problem) return problem;
  setenv("DISPLAY", name, 1);
  // Any other argument would be a file to open. Control is the key of commands, such as Ctrl+V.
  static char *arguments[] = {"keystroke", "-GSBackend", "libgnustep-cairo", "-GSSuppressAppIcon",
                              "YES", "-GSFirstCommandKey", "Control_L", "-GSFirstControlKey",
                              "NoSymbol", NULL};
  extern char **environ;
  [NSProcessInfo initializeWithArguments: arguments
                                   count: sizeof arguments / sizeof *arguments - 1
                             environment: environ];
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  // It says that there is no window manager.
  _NSLog_printf_handler = quiet;
  keystroke_events = *events;
  forget_user();
  disable_programs();
  [NSApplication sharedApplication];
  NSSetUncaughtExceptionHandler(fail);
  turns = [KeystrokeTurns new];
  [[NSNotificationCenter defaultCenter] addObserver: turns
                                           selector: @selector(turn)
                                               name: @"KeystrokeIdle"
                                             object: turns];
  NSFont *font = [NSFont fontWithName: @"DejaVuSans" size: 14];
  if (!font) return "there is no font DejaVu Sans: scripts/widget installs it (package fonts-dejavu-core)";
  const NSRect frame = NSMakeRect(0, 0, 320, 40);
  keystroke_window = [[KeystrokeWindow alloc] initWithContentRect: frame
                                                        styleMask: NSBorderlessWindowMask
                                                          backing: NSBackingStoreBuffered
                                                            defer: NO];
  keystroke_make_field(frame, font);
  [[keystroke_window contentView] addSubview: keystroke_field];
  [NSApp finishLaunching];
  [keystroke_window makeKeyAndOrderFront: nil];
  [keystroke_window makeFirstResponder: keystroke_field];
  const bool has_focus = focus();
  _NSLog_printf_handler = NULL;
  // GNUstep sets a locale, which would change that of the measured code.
  setlocale(LC_ALL, "C");
  setlocale(LC_CTYPE, "C.UTF-8");
  [pool release];
  return has_focus ? NULL : "the window was not given the focus";
}
