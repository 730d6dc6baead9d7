// One window with one GtkText in it, as a host of reformatting strategies and a driver of keys need it.
//
// All of it is for the main thread.
#ifndef KEYSTROKE_WIDGET_H
#define KEYSTROKE_WIDGET_H

#include <stdbool.h>
#include <stdint.h>

/// What the toolkit is busy with, as far as only it knows.
enum keystroke_widget_phase {
  KEYSTROKE_WIDGET_REST = -1,
  KEYSTROKE_WIDGET_LAYOUT = 0,
  KEYSTROKE_WIDGET_PAINT = 1,
};

/// What a host is told.
struct keystroke_widget_events {
  /// Before a text goes in; false keeps it out. `*position` is where the caret then goes.
  bool (*will_insert)(const char *text, int bytes, int *position);
  /// After it went in; the host may have rewritten the text, and then sets `*position`.
  void (*did_insert)(int *position);
  /// Before characters go; false keeps them.
  bool (*will_delete)(int start, int end);
  void (*did_delete)(void);
  /// Return.
  void (*activate)(void);
  /// The frame clock's update phase, and a turn that was asked for.
  void (*update)(void);
  void (*turn)(void);
  /// After a frame was painted.
  void (*painted)(void);
  /// A phase begins or is taken up again; returns the one until now. Only called where marks are wanted.
  int (*enter)(int phase);
};

/// What has happened since the window was opened.
struct keystroke_widget_counts {
  int64_t signals, layout_calls, frames;
  int64_t keys_pressed, keys_released;
};

/// Starts an X server that ends with this process, and opens the window there.
///
/// - free_clock: whether frames are painted as soon as they are asked for, and not at 60 Hz.
///
/// Returns NULL, or what is wrong.
const char *keystroke_widget_open(const struct keystroke_widget_events *events, bool free_clock);

/// The version of the toolkit, as 4.8.3.
const char *keystroke_widget_toolkit(void);
/// The number of the X server's process; 0 where there is none.
int keystroke_widget_server(void);

struct keystroke_widget_counts keystroke_widget_counts(void);
/// Whether phases are marked.
void keystroke_widget_mark_phases(bool marks);

// The text. Positions count characters.

const char *keystroke_widget_text(void);
void keystroke_widget_selection(int *start, int *end);
void keystroke_widget_select(int start, int end);
void keystroke_widget_set_text(const char *text);
void keystroke_widget_insert(const char *text, int bytes, int position);
void keystroke_widget_delete(int start, int end);
void keystroke_widget_undo(void);
/// From here on nothing can be undone.
void keystroke_widget_forget_undo(void);
/// What is being composed, or "".
const char *keystroke_widget_preedit(void);

// Turns of the main loop and frames.

/// Has the next frame begin with an update phase.
void keystroke_widget_request_update(void);
/// Asks for a turn: at the priority of events, before any frame; or at that of idle work, after one.
void keystroke_widget_request_turn(bool idle);
/// One turn of the main loop; false where there was nothing to do.
bool keystroke_widget_iterate(bool waits);
/// Waits until the X server has answered everything.
void keystroke_widget_sync(void);
/// Forgets which texts were painted.
void keystroke_widget_begin_key(void);
/// How many frames since then show another text than the present one.
int keystroke_widget_flicker_frames(void);
/// Whether the text last painted is the present one.
bool keystroke_widget_shows_text(void);
/// How many characters of the text no font of this system has.
int keystroke_widget_unknown_glyphs(void);
/// Writes what the window shows as a PNG file.
bool keystroke_widget_save_picture(const char *path);

// Keys through the input method: no X server has a part in it.

/// Gives the input method a key; false where no key of the keyboard has that keyval, or it was not taken.
bool keystroke_widget_filter_key(uint32_t keyval, bool press);
/// What an input method has composed goes in.
void keystroke_widget_commit(const char *text);
/// What the key bindings of Backspace, Delete, Return and Ctrl+V emit.
void keystroke_widget_bound_key(const char *signal);
void keystroke_widget_set_clipboard(const char *text);

// Keys through the X server.

/// Opens a second connection, which has the server make key events; false where that cannot be.
bool keystroke_widget_open_xtest(void);
/// Presses or releases a key; false where no key of the keyboard has that keyval.
bool keystroke_widget_fake_key(uint32_t keyval, bool press);
/// Puts a keyval that the keyboard lacks, such as a dead one, on a key that has none; false where there is no such key.
bool keystroke_widget_map_key(uint32_t keyval);
/// The keyval of a character.
uint32_t keystroke_widget_keyval(uint32_t character);

#endif
