// The layout manager, whose calls are counted.
#include "internal.h"

// Some of these methods call each other; only the outermost call is counted.
static int depth = 0;

static int begin_layout(void) {
  if (depth++ > 0) return KEYSTROKE_WIDGET_REST;
  keystroke_counts.layout_calls++;
  return keystroke_enter(KEYSTROKE_WIDGET_LAYOUT);
}

static void end_layout(int outer) {
  if (--depth == 0) (void)keystroke_enter(outer);
}

#define COUNTED(type, call)             \
  {                                     \
    const int outer = begin_layout();   \
    type result = [super call];         \
    end_layout(outer);                  \
    return result;                      \
  }

@interface KeystrokeLayout : NSLayoutManager
@end

@implementation KeystrokeLayout

- (void) textStorage: (NSTextStorage *)storage
              edited: (unsigned int)mask
               range: (NSRange)range
      changeInLength: (int)change
    invalidatedRange: (NSRange)invalidated {
  const int outer = begin_layout();
  [super textStorage: storage
                edited: mask
                 range: range
        changeInLength: change
      invalidatedRange: invalidated];
  end_layout(outer);
}

- (NSRect) usedRectForTextContainer: (NSTextContainer *)container
COUNTED(NSRect, usedRectForTextContainer: container)

- (NSRange) glyphRangeForTextContainer: (NSTextContainer *)container
COUNTED(NSRange, glyphRangeForTextContainer: container)

- (NSRange) glyphRangeForBoundingRect: (NSRect)bounds inTextContainer: (NSTextContainer *)container
COUNTED(NSRange, glyphRangeForBoundingRect: bounds inTextContainer: container)

- (NSRect) boundingRectForGlyphRange: (NSRange)range inTextContainer: (NSTextContainer *)container
COUNTED(NSRect, boundingRectForGlyphRange: range inTextContainer: container)

- (NSRect) insertionPointRectForCharacterIndex: (unsigned int)index
                               inTextContainer: (NSTextContainer *)container
COUNTED(NSRect, insertionPointRectForCharacterIndex: index inTextContainer: container)

- (NSRectArray) rectArrayForCharacterRange: (NSRange)range
              withinSelectedCharacterRange: (NSRange)selected
                           inTextContainer: (NSTextContainer *)container
                                 rectCount: (NSUInteger *)count
COUNTED(NSRectArray, rectArrayForCharacterRange: range
        withinSelectedCharacterRange: selected
                     inTextContainer: container
                           rectCount: count)

- (NSRectArray) rectArrayForGlyphRange: (NSRange)range
              withinSelectedGlyphRange: (NSRange)selected
                       inTextContainer: (NSTextContainer *)container
                             rectCount: (NSUInteger *)count
COUNTED(NSRectArray, rectArrayForGlyphRange: range
        withinSelectedGlyphRange: selected
                 inTextContainer: container
                       rectCount: count)

@end

NSLayoutManager *keystroke_counted_layout(void) { return [[KeystrokeLayout new] autorelease]; }
