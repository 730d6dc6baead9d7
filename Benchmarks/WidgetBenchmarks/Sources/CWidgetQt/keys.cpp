// Keys, as events of Qt and through the X server.
#include "internal.h"

#include "CServerKeys.h"

#include <xcb/xcb.h>
#include <xkbcommon/xkbcommon-compose.h>

uint32_t keystroke_widget_keyval(uint32_t character) { return xkb_utf32_to_keysym(character); }

// MARK: The input method

static void send(const QString &preedit, const QString &committed) {
  QInputMethodEvent event(preedit, {});
  event.setCommitString(committed);
  QApplication::sendEvent(keystroke_edit, &event);
}

// Qt composes in a plugin, which only keys of the X server reach. This input method has the same tables. Returns true if
// it has used the key.
static bool composes(uint32_t keyval) {
  static xkb_compose_state *state = nullptr;
  static QString preedit;
  if (preedit.isEmpty() && keyval != XKB_KEY_Multi_key && (keyval & ~0xffu) != 0xfe00) return false;
  if (!state) {
    xkb_context *context = xkb_context_new(XKB_CONTEXT_NO_FLAGS);
    xkb_compose_table *table =
        xkb_compose_table_new_from_locale(context, "C.UTF-8", XKB_COMPOSE_COMPILE_NO_FLAGS);
    if (!table) return false;
    state = xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS);
  }
  xkb_compose_state_feed(state, keyval);
  const xkb_compose_status status = xkb_compose_state_get_status(state);
  if (status == XKB_COMPOSE_COMPOSING) {
    const uint32_t character = xkb_keysym_to_utf32(keyval);
    preedit += character > 0 ? QString(QChar(character)) : QStringLiteral("·");
    send(preedit, QString());
    return true;
  }
  char composed[16] = "";
  if (status == XKB_COMPOSE_COMPOSED) xkb_compose_state_get_utf8(state, composed, sizeof composed);
  xkb_compose_state_reset(state);
  preedit.clear();
  send(preedit, QString::fromUtf8(composed));
  return true;
}

bool keystroke_widget_filter_key(uint32_t keyval, bool press) {
  if (press && composes(keyval)) return true;
  if (keyval < 0x20 || keyval > 0x7e) return false;
  const QChar character((char16_t)keyval);
  QKeyEvent event(press ? QEvent::KeyPress : QEvent::KeyRelease, character.toUpper().unicode(),
                  Qt::NoModifier, QString(character));
  QApplication::sendEvent(keystroke_edit, &event);
  return true;
}

bool keystroke_widget_compose(const char *text) {
  send(QString::fromUtf8(text), QString());
  return true;
}

// Qt reports a text once it is committed.
void keystroke_widget_ask_while_composing(bool) {}

void keystroke_widget_commit(const char *text) { send(QString(), QString::fromUtf8(text)); }

void keystroke_widget_bound_key(const char *signal) {
  if (strcmp(signal, "activate") == 0) {
    QKeyEvent event(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier, "\r");
    QApplication::sendEvent(keystroke_edit, &event);
    return;
  }
  const UserAction action;
  if (strcmp(signal, "backspace") == 0)
    keystroke_edit->backspace();
  else if (strcmp(signal, "delete-from-cursor") == 0)
    keystroke_edit->del();
  else
    keystroke_edit->paste();
}

void keystroke_widget_set_clipboard(const char *text) {
  QGuiApplication::clipboard()->setText(QString::fromUtf8(text));
  // The server's message about the clipboard's owner arrives now, before anything is pasted, and not later.
  keystroke_widget_sync();
  while (keystroke_widget_iterate(false)) {
  }
}

// MARK: The X server

namespace {
/// Counts the keys that the server reports, also those that a plugin uses to compose.
struct Arrivals : QAbstractNativeEventFilter {
  bool nativeEventFilter(const QByteArray &type, void *message, qintptr *) override {
    if (type != "xcb_generic_event_t") return false;
    const auto *event = static_cast<xcb_key_press_event_t *>(message);
    if (event->detail != keystroke_awaited_key()) return false;
    const int kind = event->response_type & 0x7f;
    if (kind == XCB_KEY_PRESS) keystroke_counts.keys_pressed++;
    if (kind == XCB_KEY_RELEASE) keystroke_counts.keys_released++;
    return false;
  }
};
}  // namespace

bool keystroke_widget_open_xtest(void) {
  static Arrivals *arrivals = nullptr;
  if (arrivals) return true;
  // Without a display there is no server, as on the platform "offscreen".
  if (!keystroke_display() || !keystroke_open_server_keys(nullptr)) return false;
  arrivals = new Arrivals;
  qApp->installNativeEventFilter(arrivals);
  return true;
}
