// The window, its signals and its frames.
#include "internal.h"

#include <gdk/x11/gdkx.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct keystroke_widget_events keystroke_events;
struct keystroke_widget_counts keystroke_counts;
bool keystroke_marks = false, keystroke_free_clock = true;
GtkWidget *keystroke_window = NULL, *keystroke_text = NULL;

static GdkFrameClock *frame_clock;

struct keystroke_widget_counts keystroke_widget_counts(void) { return keystroke_counts; }
void keystroke_widget_mark_phases(bool marks) { keystroke_marks = marks; }

// True if the text was drawn again in the frame that is being painted.
static bool draws_text = false;

// MARK: Classes, patched before a widget is made

static void (*snapshot_text)(GtkWidget *, GtkSnapshot *);
static void (*snapshot_window)(GtkWidget *, GtkSnapshot *);

static void on_snapshot_text(GtkWidget *widget, GtkSnapshot *snapshot) {
  if (widget == keystroke_text) draws_text = true;
  snapshot_text(widget, snapshot);
}

static void on_snapshot_window(GtkWidget *widget, GtkSnapshot *snapshot) {
  if (widget == keystroke_window) (void)keystroke_enter(KEYSTROKE_WIDGET_PAINT);
  snapshot_window(widget, snapshot);
}

static void patch_classes(void) {
  GtkWidgetClass *text = g_type_class_ref(GTK_TYPE_TEXT);
  snapshot_text = text->snapshot;
  text->snapshot = on_snapshot_text;
  GtkWidgetClass *window = g_type_class_ref(GTK_TYPE_WINDOW);
  snapshot_window = window->snapshot;
  window->snapshot = on_snapshot_window;
}

// MARK: Frames

// Our handlers run last in each phase of the clock, so everything after them belongs to the next phase.
static int before_layout = KEYSTROKE_WIDGET_REST;

static void on_update(void) {
  keystroke_events.update();
  before_layout = keystroke_enter(KEYSTROKE_WIDGET_LAYOUT);
}

static void on_paint(void) {
  keystroke_counts.frames++;
  if (draws_text) {
    draws_text = false;
    keystroke_note_frame();
  }
}

static void on_after_paint(void) {
  (void)keystroke_enter(before_layout);
  keystroke_events.painted();
}

// Each frame has an update phase, so that all frames are the same.
static void on_before_paint(void) {
  gdk_frame_clock_request_phase(frame_clock, GDK_FRAME_CLOCK_PHASE_UPDATE);
}

void keystroke_widget_request_update(void) {
  gdk_frame_clock_request_phase(frame_clock, GDK_FRAME_CLOCK_PHASE_UPDATE);
}

static gboolean on_turn(gpointer data) {
  (void)data;
  keystroke_events.turn();
  return G_SOURCE_REMOVE;
}

void keystroke_widget_request_turn(bool idle) {
  g_idle_add_full(idle ? G_PRIORITY_DEFAULT_IDLE : G_PRIORITY_DEFAULT, on_turn, NULL, NULL);
}

void keystroke_widget_sync(void) { gdk_display_sync(gdk_display_get_default()); }

bool keystroke_widget_iterate(bool waits) { return g_main_context_iteration(NULL, waits); }

// MARK: Signals

static void on_insert(GtkEditable *editable, const char *text, int bytes, int *position) {
  keystroke_counts.signals++;
  if (bytes < 0) bytes = (int)strlen(text);
  if (!keystroke_events.will_insert(text, bytes, position))
    g_signal_stop_emission_by_name(editable, "insert-text");
}

static void on_inserted(GtkEditable *editable, const char *text, int bytes, int *position) {
  (void)editable, (void)text, (void)bytes;
  keystroke_events.did_insert(position);
}

// A new composition replaces the selection; the deletion is signalled even if the selection is empty.
static bool deletes = false;

static void on_delete(GtkEditable *editable, int start, int end) {
  keystroke_counts.signals++;
  if (end < 0) end = (int)gtk_entry_buffer_get_length(gtk_text_get_buffer(GTK_TEXT(keystroke_text)));
  if (start != end && !keystroke_events.will_delete(start, end))
    g_signal_stop_emission_by_name(editable, "delete-text");
  deletes = start != end;
}

static void on_deleted(void) {
  if (deletes) keystroke_events.did_delete();
}
static void on_activate(void) { keystroke_events.activate(); }
static void count_signal(void) { keystroke_counts.signals++; }

static char preedit[256];
static void on_preedit(GtkText *text, const char *composed) {
  (void)text;
  g_strlcpy(preedit, composed, sizeof preedit);
}
const char *keystroke_widget_preedit(void) { return preedit; }

static void connect_signals(void) {
  // GtkText forwards the signals of GtkEditable to itself, and emits them.
  g_signal_connect(keystroke_text, "insert-text", G_CALLBACK(on_insert), NULL);
  g_signal_connect_after(keystroke_text, "insert-text", G_CALLBACK(on_inserted), NULL);
  g_signal_connect(keystroke_text, "delete-text", G_CALLBACK(on_delete), NULL);
  g_signal_connect_after(keystroke_text, "delete-text", G_CALLBACK(on_deleted), NULL);
  g_signal_connect(keystroke_text, "changed", G_CALLBACK(count_signal), NULL);
  g_signal_connect(keystroke_text, "notify::cursor-position", G_CALLBACK(count_signal), NULL);
  g_signal_connect(keystroke_text, "activate", G_CALLBACK(on_activate), NULL);
  g_signal_connect(keystroke_text, "preedit-changed", G_CALLBACK(on_preedit), NULL);
  frame_clock = gtk_widget_get_frame_clock(keystroke_window);
  g_signal_connect_after(frame_clock, "before-paint", G_CALLBACK(on_before_paint), NULL);
  g_signal_connect_after(frame_clock, "update", G_CALLBACK(on_update), NULL);
  g_signal_connect_after(frame_clock, "paint", G_CALLBACK(on_paint), NULL);
  g_signal_connect_after(frame_clock, "after-paint", G_CALLBACK(on_after_paint), NULL);
}

// MARK: The text

const char *keystroke_widget_text(void) {
  return gtk_entry_buffer_get_text(gtk_text_get_buffer(GTK_TEXT(keystroke_text)));
}

void keystroke_widget_selection(int *start, int *end) {
  gtk_editable_get_selection_bounds(GTK_EDITABLE(keystroke_text), start, end);
}

void keystroke_widget_select(int start, int end) {
  gtk_editable_select_region(GTK_EDITABLE(keystroke_text), start, end);
}

void keystroke_widget_set_text(const char *text) {
  gtk_editable_set_text(GTK_EDITABLE(keystroke_text), text);
}

void keystroke_widget_insert(const char *text, int bytes, int position) {
  gtk_editable_insert_text(GTK_EDITABLE(keystroke_text), text, bytes, &position);
}

void keystroke_widget_delete(int start, int end) {
  gtk_editable_delete_text(GTK_EDITABLE(keystroke_text), start, end);
}

void keystroke_widget_undo(bool redoes) {
  // A host with a history of its own takes the keys before the widget does.
  if (keystroke_events.will_undo(redoes)) return;
  gtk_widget_activate_action(keystroke_text, redoes ? "text.redo" : "text.undo", NULL);
}

void keystroke_widget_forget_undo(void) {
  gtk_editable_set_enable_undo(GTK_EDITABLE(keystroke_text), FALSE);
  gtk_editable_set_enable_undo(GTK_EDITABLE(keystroke_text), TRUE);
}

// MARK: Opening

static const char *settings[][2] = {
    {"GTK_A11Y", "none"},
    {"GSK_RENDERER", "cairo"},
    {"GTK_IM_MODULE", "gtk-im-context-simple"},
    {"GSETTINGS_BACKEND", "memory"},
    {"GIO_USE_VFS", "local"},
    {"DBUS_SESSION_BUS_ADDRESS", "disabled:"},
    {"GDK_BACKEND", "x11"},
};

const char *keystroke_widget_toolkit(void) {
  static char version[32];
  snprintf(version, sizeof version, "GTK %u.%u.%u", gtk_get_major_version(), gtk_get_minor_version(),
           gtk_get_micro_version());
  return version;
}

static bool focus(void) {
  GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(keystroke_window));
  Display *display = gdk_x11_display_get_xdisplay(gdk_display_get_default());
  // There is no window manager that would do it.
  for (int turn = 0; turn < 10000; turn++) {
    if (turn % 100 == 0 && gdk_surface_get_mapped(surface)) {
      XSetInputFocus(display, gdk_x11_surface_get_xid(surface), RevertToParent, CurrentTime);
      XFlush(display);
    }
    if (!g_main_context_iteration(NULL, FALSE)) g_usleep(100);
    if (gtk_window_is_active(GTK_WINDOW(keystroke_window)) && keystroke_counts.frames > 0)
      return true;
  }
  return false;
}

const char *keystroke_widget_open(const struct keystroke_widget_events *events, bool free_clock) {
  static char display[16];
  const char *problem = keystroke_start_server(display);
  if (problem) return problem;
  for (size_t index = 0; index < G_N_ELEMENTS(settings); index++)
    setenv(settings[index][0], settings[index][1], 1);
  setenv("DISPLAY", display, 1);
  // GTK would set a locale, which would change that of the measured code.
  gtk_disable_setlocale();
  setlocale(LC_CTYPE, "C.UTF-8");
  keystroke_events = *events;
  keystroke_free_clock = free_clock;
  patch_classes();
  // GLib's threads stay: otherwise one would end after 15 s without work, and no count may depend on that moment.
  g_thread_pool_set_max_unused_threads(-1);
  g_thread_pool_set_max_idle_time(0);
  if (!gtk_init_check()) return "GTK does not begin: it found no display";
  g_object_set(gtk_settings_get_default(), "gtk-cursor-blink", FALSE, "gtk-enable-animations", FALSE,
               "gtk-entry-select-on-focus", FALSE, "gtk-font-name", "DejaVu Sans 14", NULL);
  keystroke_window = gtk_window_new();
  gtk_window_set_decorated(GTK_WINDOW(keystroke_window), FALSE);
  gtk_window_set_default_size(GTK_WINDOW(keystroke_window), 320, 40);
  keystroke_text = gtk_text_new();
  gtk_window_set_child(GTK_WINDOW(keystroke_window), keystroke_text);
  gtk_widget_realize(keystroke_window);
  connect_signals();
  gtk_window_present(GTK_WINDOW(keystroke_window));
  gtk_widget_grab_focus(keystroke_text);
  return focus() ? NULL : "the window was not given the focus";
}
