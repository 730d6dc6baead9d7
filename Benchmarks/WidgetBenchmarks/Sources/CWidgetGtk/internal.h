#ifndef KEYSTROKE_WIDGET_INTERNAL_H
#define KEYSTROKE_WIDGET_INTERNAL_H

#include <gtk/gtk.h>

#include "CWidget.h"

extern struct keystroke_widget_events keystroke_events;
extern struct keystroke_widget_counts keystroke_counts;
extern bool keystroke_marks, keystroke_free_clock;
extern GtkWidget *keystroke_window, *keystroke_text;

/// Enters a phase if marks are wanted, and returns the former one.
static inline int keystroke_enter(int phase) {
  return keystroke_marks ? keystroke_events.enter(phase) : KEYSTROKE_WIDGET_REST;
}

#endif
