#ifndef KEYSTROKE_GNUSTEP_INTERNAL_H
#define KEYSTROKE_GNUSTEP_INTERNAL_H

#import <AppKit/AppKit.h>

#include <stdbool.h>

#include "CWidget.h"

extern struct keystroke_widget_events keystroke_events;
extern struct keystroke_widget_counts keystroke_counts;
extern bool keystroke_marks;
extern NSWindow *keystroke_window;
extern NSTextField *keystroke_field;
/// The window's field editor, which has the text while the field is edited.
extern NSTextView *keystroke_editor;
/// True once the text was painted in the present frame.
extern bool keystroke_paints_text;
/// The number of frames, turns and updates so far: a turn of the run loop in which one of them came was not idle.
extern uint64_t keystroke_happened;

/// Enters a phase if marks are wanted, and returns the former one.
static inline int keystroke_enter(int phase) {
  return keystroke_marks ? keystroke_events.enter(phase) : KEYSTROKE_WIDGET_REST;
}

/// Makes the field and its editor.
void keystroke_make_field(NSRect frame, NSFont *font);
/// Returns a layout manager that counts calls and marks the phase of layout.
NSLayoutManager *keystroke_counted_layout(void);
/// True while the field is edited.
bool keystroke_is_editing(void);
/// Returns a copy of a text, which is valid until the next call.
const char *keystroke_bytes(NSString *text);

/// Sends an event as the application's own loop does.
void keystroke_dispatch(NSEvent *event);

/// Tells the formatter's host of a call; does nothing if there is no formatter.
void keystroke_formatter_called(const char *name, NSString *argument);
/// True if the field has a formatter; then no strategy is asked.
bool keystroke_has_formatter(void);

#endif
