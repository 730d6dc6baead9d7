// A formatter whose answers come from the host.
#include "internal.h"

#include "CWidgetGnustep.h"

static const struct keystroke_formatter *host = NULL;

bool keystroke_has_formatter(void) { return host != NULL; }

void keystroke_formatter_called(const char *name, NSString *argument) {
  if (host) host->called(name, argument ? [argument UTF8String] : "");
}

// Returns a text of the host's as an object, and frees it.
static NSString *taken(char *text) {
  NSString *object = text ? [NSString stringWithUTF8String: text] : nil;
  free(text);
  return object;
}

@interface KeystrokeFormatter : NSFormatter
@end

@implementation KeystrokeFormatter

- (BOOL) isPartialStringValid: (NSString *)partial
             newEditingString: (NSString **)new
             errorDescription: (NSString **)error {
  keystroke_formatter_called("isPartialStringValid", partial);
  char *instead = NULL;
  const bool valid = host->judge([partial UTF8String], &instead);
  *new = taken(instead);
  return valid;
}

// The long form, which also has selections.
- (BOOL) isPartialStringValid: (NSString **)partial
        proposedSelectedRange: (NSRange *)proposed
               originalString: (NSString *)original
        originalSelectedRange: (NSRange)range
             errorDescription: (NSString **)error {
  keystroke_formatter_called("isPartialStringValid:proposedSelectedRange", *partial);
  return YES;
}

- (BOOL) getObjectValue: (id *)object
              forString: (NSString *)string
       errorDescription: (NSString **)error {
  keystroke_formatter_called("getObjectValue", string);
  NSString *value = taken(host->value([string UTF8String]));
  if (object) *object = value;
  return value != nil;
}

- (NSString *) stringForObjectValue: (id)object {
  // A field without a value asks, too.
  if (![object isKindOfClass: [NSString class]]) return nil;
  keystroke_formatter_called("stringForObjectValue", object);
  return taken(host->text([object UTF8String]));
}

@end

// The field's delegate.
@interface KeystrokeDelegate : NSObject
@end

@implementation KeystrokeDelegate

- (void) controlTextDidChange: (NSNotification *)notification {
  keystroke_formatter_called("controlTextDidChange", [keystroke_editor string]);
}

- (void) controlTextDidEndEditing: (NSNotification *)notification {
  keystroke_formatter_called("controlTextDidEndEditing", nil);
}

- (void) control: (NSControl *)control
    didFailToValidatePartialString: (NSString *)string
                  errorDescription: (NSString *)error {
  keystroke_formatter_called("didFailToValidatePartialString", string);
}

@end

// A line that GNUstep logs, without the time and the process in front.
static void log_line(NSString *line) {
  const NSRange end = [line rangeOfString: @"] "];
  NSString *text = end.length > 0 ? [line substringFromIndex: NSMaxRange(end)] : line;
  keystroke_formatter_called(
      "NSLog", [text stringByTrimmingCharactersInSet: [NSCharacterSet newlineCharacterSet]]);
}

void keystroke_gnustep_set_formatter(const struct keystroke_formatter *formatter) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  static KeystrokeDelegate *delegate = nil;
  if (!delegate) delegate = [KeystrokeDelegate new];
  host = NULL;
  _NSLog_printf_handler = formatter ? log_line : NULL;
  [keystroke_field setDelegate: formatter ? (id)delegate : nil];
  [keystroke_field setFormatter: formatter ? [[KeystrokeFormatter new] autorelease] : nil];
  [keystroke_field setObjectValue: nil];
  host = formatter;
  [pool release];
}

const char *keystroke_gnustep_value(void) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  // NSActionCell's own method would end the edit first.
  const IMP value = [NSCell instanceMethodForSelector: @selector(objectValue)];
  NSString *object = value([keystroke_field cell], @selector(objectValue));
  const char *bytes = object ? keystroke_bytes(object) : NULL;
  [pool release];
  return bytes;
}
