#ifndef KEYSTROKE_QT_INTERNAL_H
#define KEYSTROKE_QT_INTERNAL_H

// Swift's compiler is newer than these headers.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-literal-operator"
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#include <QtWidgets/QtWidgets>
#include <QtGui/qguiapplication_platform.h>
#pragma clang diagnostic pop

// Xlib comes after Qt, because its macros are names in Qt.
#include <X11/Xlib.h>
#undef KeyPress
#undef KeyRelease

#include "CWidget.h"

extern struct keystroke_widget_events keystroke_events;
extern struct keystroke_widget_counts keystroke_counts;
extern bool keystroke_marks;
extern QWidget *keystroke_window;
extern QLineEdit *keystroke_edit;
/// True once the text was painted in the present frame.
extern bool keystroke_paints_text;

/// Enters a phase if marks are wanted, and returns the former one.
static inline int keystroke_enter(int phase) {
  return keystroke_marks ? keystroke_events.enter(phase) : KEYSTROKE_WIDGET_REST;
}

/// The duration of a user's action, in which the host is asked once about a change of the text.
struct UserAction {
  UserAction();
  ~UserAction();
};

/// Makes the line edit.
QLineEdit *keystroke_make_edit(QWidget *parent);

/// Qt's own connection to the X server; NULL if there is none.
Display *keystroke_display();

#endif
