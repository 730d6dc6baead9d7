// The text field, its field editor, and the host behind the field as the editor's delegate.
#include "internal.h"

NSTextField *keystroke_field = nil;
NSTextView *keystroke_editor = nil;
bool keystroke_paints_text = false;

bool keystroke_is_editing(void) { return [keystroke_field currentEditor] != nil; }

// MARK: Characters

// GNUstep counts UTF-16 code units, the host characters.
static NSUInteger units(NSString *text, int characters) {
  NSUInteger unit = 0, end = [text length];
  for (; characters > 0 && unit < end; characters--) {
    const unichar first = [text characterAtIndex: unit];
    unit += (first & 0xfc00) == 0xd800 && unit + 1 < end ? 2 : 1;
  }
  return unit;
}

static int characters(NSString *text, NSUInteger unit) {
  int count = 0;
  for (NSUInteger index = 0; index < unit; index++)
    count += ([text characterAtIndex: index] & 0xfc00) != 0xdc00;
  return count;
}

const char *keystroke_bytes(NSString *text) {
  static char *copy = NULL;
  free(copy);
  copy = strdup([text UTF8String]);
  return copy;
}

// MARK: The text

// A range of the editor's text that the host takes for deleted, until it writes.
static NSRange struck = {0, 0};

// The text that the host sees.
static NSString *present_text(void) {
  if (!keystroke_is_editing()) return [[keystroke_field cell] stringValue];
  NSString *text = [keystroke_editor string];
  return struck.length == 0 ? text
                            : [text stringByReplacingCharactersInRange: struck withString: @""];
}

// Deletes that range.
static void strike(void) {
  const NSRange range = struck;
  struck = NSMakeRange(0, 0);
  if (range.length > 0) [keystroke_editor replaceCharactersInRange: range withString: @""];
}

static NSRange present_selection(void) {
  return keystroke_is_editing() ? [keystroke_editor selectedRange] : NSMakeRange(0, 0);
}

const char *keystroke_widget_text(void) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  const char *text = keystroke_bytes(present_text());
  [pool release];
  return text;
}

void keystroke_widget_selection(int *start, int *end) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  const NSRange selection = present_selection();
  *start = characters(present_text(), selection.location);
  *end = characters(present_text(), NSMaxRange(selection));
  [pool release];
}

void keystroke_widget_select(int start, int end) {
  // After Return the field selects all by itself.
  if (!keystroke_is_editing()) return;
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  strike();
  NSString *text = present_text();
  const NSUInteger first = units(text, start);
  [keystroke_editor setSelectedRange: NSMakeRange(first, units(text, end) - first)];
  [pool release];
}

void keystroke_widget_set_text(const char *text) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  NSString *new = [NSString stringWithUTF8String: text];
  strike();
  if (keystroke_is_editing())
    [keystroke_editor setString: new];
  else
    [keystroke_field setStringValue: new];
  [pool release];
}

static void replace(NSRange range, NSString *text) {
  if (keystroke_is_editing())
    [keystroke_editor replaceCharactersInRange: range withString: text];
  else
    [keystroke_field
        setStringValue: [present_text() stringByReplacingCharactersInRange: range withString: text]];
}

void keystroke_widget_insert(const char *text, int bytes, int position) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  NSString *inserted = [[[NSString alloc] initWithBytes: text
                                                 length: bytes
                                               encoding: NSUTF8StringEncoding] autorelease];
  strike();
  replace(NSMakeRange(units(present_text(), position), 0), inserted);
  [pool release];
}

void keystroke_widget_delete(int start, int end) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  strike();
  NSString *text = present_text();
  const NSUInteger first = units(text, start);
  replace(NSMakeRange(first, units(text, end) - first), @"");
  [pool release];
}

void keystroke_widget_undo(bool redoes) {
  // A host with a history of its own takes the keys before the widget does.
  if (keystroke_events.will_undo(redoes)) return;
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  [keystroke_window tryToPerform: redoes ? @selector(redo:) : @selector(undo:) with: nil];
  [pool release];
}

void keystroke_widget_forget_undo(void) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  [[keystroke_editor undoManager] removeAllActions];
  [pool release];
}

// X composes without marked text.
const char *keystroke_widget_preedit(void) { return ""; }

// MARK: The host

// True if the present edit only deletes.
static bool deletes = false;

static bool host_agrees(NSRange range, NSString *string) {
  NSString *text = present_text();
  const int start = characters(text, range.location), end = characters(text, NSMaxRange(range));
  deletes = [string length] == 0;
  if (deletes) return keystroke_events.will_delete(start, end);
  NSUndoManager *undo = [keystroke_editor undoManager];
  if (end > start && ([undo isUndoing] || [undo isRedoing])) {
    // No selection tells the host what is replaced.
    if (!keystroke_events.will_delete(start, end)) return false;
    struck = range;
  }
  NSData *bytes = [string dataUsingEncoding: NSUTF8StringEncoding];
  int position = start;
  const bool agrees = keystroke_events.will_insert([bytes bytes], (int)[bytes length], &position);
  struck = NSMakeRange(0, 0);
  if (agrees) return true;
  if (position != start) keystroke_widget_select(position, position);
  return false;
}

static void host_knows(void) {
  if (deletes) return keystroke_events.did_delete();
  const int caret = characters(present_text(), present_selection().location);
  int position = caret;
  keystroke_events.did_insert(&position);
  if (position != caret) keystroke_widget_select(position, position);
}

@interface KeystrokeField : NSTextField
@end

@implementation KeystrokeField

// While a field is edited, it is the delegate of its editor, as in AppKit.
- (BOOL) textView: (NSTextView *)view
    shouldChangeTextInRange: (NSRange)range
          replacementString: (NSString *)string {
  keystroke_counts.signals++;
  if (keystroke_has_formatter()) {
    keystroke_formatter_called("shouldChangeTextInRange", string);
    return YES;
  }
  // Without a string only attributes change.
  return string == nil || host_agrees(range, string);
}

- (void) textDidChange: (NSNotification *)notification {
  keystroke_counts.signals++;
  [super textDidChange: notification];
  if (!keystroke_has_formatter()) host_knows();
}

- (void) textViewDidChangeSelection: (NSNotification *)notification {
  keystroke_counts.signals++;
}

- (void) drawRect: (NSRect)rectangle {
  if (!keystroke_is_editing()) keystroke_paints_text = true;
  [super drawRect: rectangle];
}

- (void) activate: (id)sender {
  if (keystroke_has_formatter())
    keystroke_formatter_called("action", [sender objectValue]);
  else
    keystroke_events.activate();
}

@end

// MARK: The field editor

// What is copied, without the daemon of the pasteboards, which would outlive this process.
@interface KeystrokePasteboard : NSPasteboard {
 @public
  NSString *text;
}
@end

@implementation KeystrokePasteboard
- (NSArray *) types { return [NSArray arrayWithObject: NSStringPboardType]; }
- (NSString *) stringForType: (NSString *)type { return text; }
- (NSData *) dataForType: (NSString *)type { return nil; }
@end

static KeystrokePasteboard *pasteboard = nil;

void keystroke_widget_set_clipboard(const char *text) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  if (!pasteboard) pasteboard = NSAllocateObject([KeystrokePasteboard class], 0, NULL);
  [pasteboard->text release];
  pasteboard->text = [[NSString stringWithUTF8String: text] retain];
  [pool release];
}

// Private methods of GNUstep's text view.
@interface NSTextView (KeystrokePrivate)
- (void) _startInsertionTimer;
@end

@interface KeystrokeEditor : NSTextView
@end

@implementation KeystrokeEditor

- (void) paste: (id)sender { [self readSelectionFromPasteboard: pasteboard]; }

// The selection is not offered to other programs: there are none, and the daemon would outlive this process.
- (void) copySelection {
}

// The caret does not blink.
- (void) _startInsertionTimer {
  [super _startInsertionTimer];
  [_insertionPointTimer setFireDate: [NSDate distantFuture]];
}

- (void) drawRect: (NSRect)rectangle {
  keystroke_paints_text = true;
  [super drawRect: rectangle];
}

@end

// MARK: Making both

void keystroke_make_field(NSRect frame, NSFont *font) {
  keystroke_editor = [[KeystrokeEditor alloc] initWithFrame: frame];
  [keystroke_editor setFieldEditor: YES];
  [[keystroke_editor textContainer] replaceLayoutManager: keystroke_counted_layout()];
  keystroke_field = [[KeystrokeField alloc] initWithFrame: frame];
  [keystroke_field setBezeled: NO];
  [keystroke_field setBordered: NO];
  [keystroke_field setFont: font];
  // Without this a field editor keeps no history.
  [[keystroke_field cell] setAllowsUndo: YES];
  [keystroke_field setTarget: keystroke_field];
  [keystroke_field setAction: @selector(activate:)];
}
