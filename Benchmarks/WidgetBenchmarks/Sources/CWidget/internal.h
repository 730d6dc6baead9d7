#ifndef KEYSTROKE_WIDGET_INTERNAL_H
#define KEYSTROKE_WIDGET_INTERNAL_H

#include <gtk/gtk.h>

#include "CWidget.h"

extern struct keystroke_widget_events keystroke_events;
extern struct keystroke_widget_counts keystroke_counts;
extern bool keystroke_marks, keystroke_free_clock;
extern GtkWidget *keystroke_window, *keystroke_text;

/// Enters a phase where marks are wanted, and returns the one until now.
static inline int keystroke_enter(int phase) {
  return keystroke_marks ? keystroke_events.enter(phase) : KEYSTROKE_WIDGET_REST;
}

/// Starts an X server; `display` is then its name. Returns NULL, or what is wrong.
const char *keystroke_start_server(char display[16]);

/// The key that gives a keyval, and whether Shift is held; false where there is none.
bool keystroke_find_key(guint keyval, guint *keycode, bool *shift);

#endif
