// One window with one text field in it, for a host of reformatting strategies and a driver of keys.
//
// A target for each toolkit defines these functions, such as CWidgetGtk. A program links exactly one of them. All functions are for the main thread.
#ifndef KEYSTROKE_WIDGET_H
#define KEYSTROKE_WIDGET_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The phases of the toolkit that only it knows.
enum keystroke_widget_phase {
  KEYSTROKE_WIDGET_REST = -1,
  KEYSTROKE_WIDGET_LAYOUT = 0,
  KEYSTROKE_WIDGET_PAINT = 1,
};

/// The callbacks of a host.
struct keystroke_widget_events {
  /// Called before both of the next if characters are replaced, by toolkits that know it; may be NULL.
  void (*will_replace)(int start, int end, const char *text, int bytes);
  /// Called before a text is inserted; false prevents it. The caret then goes to `*position`.
  bool (*will_insert)(const char *text, int bytes, int *position);
  /// Called after the insertion; the host may have rewritten the text, and then sets `*position`.
  void (*did_insert)(int *position);
  /// Called before characters are deleted; false prevents it.
  bool (*will_delete)(int start, int end);
  void (*did_delete)(void);
  /// Called before the toolkit undoes or redoes; true prevents it, since the host has done that itself.
  bool (*will_undo)(bool redoes);
  /// Called when Return was pressed.
  void (*activate)(void);
  /// Called in the frame clock's update phase, and in a turn that was requested.
  void (*update)(void);
  void (*turn)(void);
  /// Called after a frame was painted.
  void (*painted)(void);
  /// Called when a phase begins or is resumed; returns the former one. Only called if marks are wanted.
  int (*enter)(int phase);
};

/// The counts since the window was opened.
struct keystroke_widget_counts {
  int64_t signals, layout_calls, frames;
  int64_t keys_pressed, keys_released;
};

/// Starts an X server that ends with this process, and opens the window there.
///
/// - free_clock: true if frames are painted as soon as they are requested, and not at 60 Hz.
///
/// Returns NULL, or the problem.
const char *keystroke_widget_open(const struct keystroke_widget_events *events, bool free_clock);

/// The name and the version of the toolkit, such as GTK 4.8.3.
const char *keystroke_widget_toolkit(void);

struct keystroke_widget_counts keystroke_widget_counts(void);
/// Turns the marks of phases on or off.
void keystroke_widget_mark_phases(bool marks);

// The text. Positions count characters.

const char *keystroke_widget_text(void);
void keystroke_widget_selection(int *start, int *end);
void keystroke_widget_select(int start, int end);
void keystroke_widget_set_text(const char *text);
void keystroke_widget_insert(const char *text, int bytes, int position);
void keystroke_widget_delete(int start, int end);
/// Undoes or redoes the last step, as its keys do.
void keystroke_widget_undo(bool redoes);
/// Forgets all earlier changes, so that they cannot be undone.
void keystroke_widget_forget_undo(void);
/// The text that is being composed, or "".
const char *keystroke_widget_preedit(void);

// Turns of the main loop and frames.

/// Makes the next frame begin with an update phase.
void keystroke_widget_request_update(void);
/// Requests a turn: at the priority of events, before any frame; or at that of idle work, after one.
void keystroke_widget_request_turn(bool idle);
/// Runs one turn of the main loop; false if there was nothing to do.
bool keystroke_widget_iterate(bool waits);
/// Waits until the X server has answered all requests.
void keystroke_widget_sync(void);
/// Forgets which texts were painted.
void keystroke_widget_begin_key(void);
/// The number of frames since then that show another text than the present one.
int keystroke_widget_flicker_frames(void);
/// True if the text last painted is the present one.
bool keystroke_widget_shows_text(void);
/// The number of characters of the text that no font of this system has.
int keystroke_widget_unknown_glyphs(void);
/// Writes the contents of the window as a PNG file.
bool keystroke_widget_save_picture(const char *path);

// Keys through the input method, without the X server.

/// Passes a key to the input method; false if no key of the keyboard has that keyval, or it was not used.
bool keystroke_widget_filter_key(uint32_t keyval, bool press);
/// Shows a text that an input method is composing, in place of the former one; false if the toolkit cannot be driven so.
bool keystroke_widget_compose(const char *text);
/// Chooses whether the host is asked about a text that is being composed, or only about the whole when it is committed.
/// Toolkits that never ask before ignore it.
void keystroke_widget_ask_while_composing(bool asks);
/// Inserts a text that an input method has composed.
void keystroke_widget_commit(const char *text);
/// Emits the signal of the key binding of Backspace, Delete, Return or Ctrl+V.
void keystroke_widget_bound_key(const char *signal);
void keystroke_widget_set_clipboard(const char *text);

// Keys through the X server.

/// Opens a second connection, through which the server makes key events; false if that fails.
bool keystroke_widget_open_xtest(void);
/// Presses or releases a key; false if no key of the keyboard has that keyval.
bool keystroke_widget_fake_key(uint32_t keyval, bool press);
/// Assigns a keyval that the keyboard lacks, such as a dead one, to an unused key; false if there is none.
bool keystroke_widget_map_key(uint32_t keyval);
/// The keyval of a character.
uint32_t keystroke_widget_keyval(uint32_t character);

// For the implementations.

/// Notes that the present text was painted, for the functions on painted texts, which are the same in all toolkits.
void keystroke_note_frame(void);
/// Starts another program, which ends with this process. Its descriptors from 3 on are copies of these, at most eight; its
/// input and output are /dev/null. Returns false if there is no process for it.
bool keystroke_start_process(char *const arguments[], const int descriptors[], int count);
/// Starts an X server that ends with this process, and writes its name to `display`. Returns NULL, or the problem.
const char *keystroke_start_server(char display[16]);

#ifdef __cplusplus
}
#endif

#endif
