// Keys, through the input method and through the X server.
#include "internal.h"

#include <string.h>

#include "CServerKeys.h"

uint32_t keystroke_widget_keyval(uint32_t character) { return gdk_unicode_to_keyval(character); }

// MARK: The keyboard

struct key {
  guint keyval, keycode;
  bool shift, exists;
};

static bool find_key(guint keyval, guint *keycode, bool *shift) {
  // Stored, so that a key allocates nothing.
  static struct key known[64];
  static int count = 0;
  struct key *key = NULL;
  for (int index = 0; index < count && !key; index++)
    if (known[index].keyval == keyval) key = &known[index];
  if (!key) {
    key = &known[count < 64 ? count++ : 63];
    *key = (struct key){.keyval = keyval};
    GdkKeymapKey *keys = NULL;
    int found = 0;
    if (gdk_display_map_keyval(gdk_display_get_default(), keyval, &keys, &found)) {
      for (int index = 0; index < found && !key->exists; index++) {
        if (keys[index].group != 0 || keys[index].level > 1) continue;
        key->exists = true;
        key->keycode = keys[index].keycode;
        key->shift = keys[index].level == 1;
      }
      g_free(keys);
    }
  }
  *keycode = key->keycode;
  *shift = key->shift;
  return key->exists;
}

// MARK: The input method

static GtkIMContext *input_method(void) {
  static GtkIMContext *found = NULL;
  if (found) return found;
  GListModel *controllers = gtk_widget_observe_controllers(keystroke_text);
  for (guint index = 0; index < g_list_model_get_n_items(controllers); index++) {
    GtkEventController *controller = g_list_model_get_item(controllers, index);
    if (GTK_IS_EVENT_CONTROLLER_KEY(controller)) {
      GtkIMContext *context =
          gtk_event_controller_key_get_im_context(GTK_EVENT_CONTROLLER_KEY(controller));
      if (context) found = context;
    }
    g_object_unref(controller);
  }
  g_object_unref(controllers);
  return found;
}

bool keystroke_widget_filter_key(uint32_t keyval, bool press) {
  guint keycode;
  bool shift;
  if (!find_key(keyval, &keycode, &shift)) return false;
  GdkDevice *keyboard =
      gdk_seat_get_keyboard(gdk_display_get_default_seat(gdk_display_get_default()));
  GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(keystroke_window));
  return gtk_im_context_filter_key(
      input_method(), press, surface, keyboard, 0, keycode, shift ? GDK_SHIFT_MASK : 0, 0);
}

void keystroke_widget_commit(const char *text) {
  g_signal_emit_by_name(input_method(), "commit", text);
}

void keystroke_widget_bound_key(const char *signal) {
  if (strcmp(signal, "delete-from-cursor") == 0)
    g_signal_emit_by_name(keystroke_text, signal, GTK_DELETE_CHARS, 1);
  else
    g_signal_emit_by_name(keystroke_text, signal);
}

void keystroke_widget_set_clipboard(const char *text) {
  gdk_clipboard_set_text(gtk_widget_get_clipboard(keystroke_text), text);
  // The server's message about the clipboard's owner arrives now, before anything is pasted, and not later.
  gdk_display_sync(gdk_display_get_default());
  while (g_main_context_iteration(NULL, FALSE)) {
  }
}

// MARK: The X server

static gboolean on_key_pressed(void) {
  keystroke_counts.keys_pressed++;
  return FALSE;
}

static void on_key_released(void) { keystroke_counts.keys_released++; }

bool keystroke_widget_open_xtest(void) {
  static bool is_open = false;
  if (is_open) return true;
  if (!keystroke_open_server_keys(gdk_display_get_name(gdk_display_get_default()))) return false;
  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key_pressed), NULL);
  g_signal_connect(keys, "key-released", G_CALLBACK(on_key_released), NULL);
  gtk_widget_add_controller(keystroke_window, keys);
  is_open = true;
  return true;
}

// The composing text of GTK comes from its own input methods only.
bool keystroke_widget_compose(const char *text) {
  (void)text;
  return false;
}

void keystroke_widget_ask_while_composing(bool asks) { (void)asks; }
