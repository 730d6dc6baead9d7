// What only the text field of GNUstep has, beside the functions of CWidget.h: a formatter and marked text.
#ifndef KEYSTROKE_GNUSTEP_H
#define KEYSTROKE_GNUSTEP_H

#include <stdbool.h>

/// The answers of a formatter. Texts that it returns are allocated with malloc; the caller frees them.
struct keystroke_formatter {
  /// Judges a text that is not finished; `*instead` is a text to show in its place, or NULL.
  bool (*judge)(const char *text, char **instead);
  /// The value of a finished text; NULL if it has none.
  char *(*value)(const char *text);
  /// The text of a value; NULL if it has none.
  char *(*text)(const char *value);
  /// Told of each call of the formatter, of the delegate and of the action, and of each line that GNUstep logs; in
  /// order, before the call is answered.
  void (*called)(const char *name, const char *argument);
};

/// Gives the field a formatter, and edits it from an empty text on; NULL takes the formatter away.
void keystroke_gnustep_set_formatter(const struct keystroke_formatter *formatter);
/// The value that the field holds, read without ending or checking the edit; NULL if there is none.
const char *keystroke_gnustep_value(void);
/// Shows a text that an input method composes, as marked text.
void keystroke_gnustep_mark(const char *text);

#endif
