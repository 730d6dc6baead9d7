// Keys, as events of Qt and through the X server.
#include "internal.h"

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

static Display *tester = nullptr;

namespace {
/// A key of the keyboard; its code is 0 if there is none.
struct Key {
  KeyCode code = 0;
  bool shift = false;
};

/// Counts the keys that the server reports, also those that a plugin uses to compose.
struct Arrivals : QAbstractNativeEventFilter {
  KeyCode awaited = 0;

  bool nativeEventFilter(const QByteArray &type, void *message, qintptr *) override {
    if (type != "xcb_generic_event_t") return false;
    const auto *event = static_cast<xcb_key_press_event_t *>(message);
    if (event->detail != awaited) return false;
    const int kind = event->response_type & 0x7f;
    if (kind == XCB_KEY_PRESS) keystroke_counts.keys_pressed++;
    if (kind == XCB_KEY_RELEASE) keystroke_counts.keys_released++;
    return false;
  }
};
}  // namespace

static Arrivals *arrivals = nullptr;

bool keystroke_widget_open_xtest(void) {
  if (tester) return true;
  // Without a display there is no server, as on the platform "offscreen".
  if (!keystroke_display()) return false;
  tester = XOpenDisplay(nullptr);
  int numbers[4];
  if (!tester ||
      !XTestQueryExtension(tester, &numbers[0], &numbers[1], &numbers[2], &numbers[3]))
    return false;
  // A process that is killed between press and release would leave the key down, and repeating.
  XAutoRepeatOff(tester);
  XSync(tester, False);
  arrivals = new Arrivals;
  qApp->installNativeEventFilter(arrivals);
  return true;
}

static Key find_key(uint32_t keyval) {
  // Stored, so that a key allocates nothing.
  static QHash<uint32_t, Key> known;
  const auto found = known.constFind(keyval);
  if (found != known.constEnd()) return *found;
  Key key;
  const KeyCode code = XKeysymToKeycode(tester, keyval);
  if (code != 0) {
    int width = 0;
    KeySym *keys = XGetKeyboardMapping(tester, code, 1, &width);
    for (int level = 1; level >= 0; level--)
      if (level < width && keys[level] == keyval) key = {code, level == 1};
    XFree(keys);
  }
  known[keyval] = key;
  return key;
}

bool keystroke_widget_fake_key(uint32_t keyval, bool press) {
  const Key key = find_key(keyval);
  if (key.code == 0) return false;
  arrivals->awaited = key.code;
  const KeyCode shift = key.shift ? find_key(XK_Shift_L).code : 0;
  if (shift && press) XTestFakeKeyEvent(tester, shift, True, 0);
  XTestFakeKeyEvent(tester, key.code, press, 0);
  if (shift && !press) XTestFakeKeyEvent(tester, shift, False, 0);
  XFlush(tester);
  return true;
}

bool keystroke_widget_map_key(uint32_t keyval) {
  if (!keystroke_widget_open_xtest()) return false;
  int first, last, width, unused = 0;
  XDisplayKeycodes(tester, &first, &last);
  KeySym *keys = XGetKeyboardMapping(tester, first, last - first + 1, &width);
  // From the top: the keycodes there belong to no keyboard.
  for (int code = last; code >= first && unused == 0; code--) {
    const KeySym *levels = keys + (code - first) * width;
    if (std::all_of(levels, levels + width, [](KeySym key) { return key == NoSymbol; })) unused = code;
  }
  XFree(keys);
  if (unused == 0) return false;
  KeySym symbol = keyval;
  XChangeKeyboardMapping(tester, unused, 1, &symbol, 1);
  XSync(tester, False);
  // Both connections are told of it.
  while (XPending(tester)) {
    XEvent event;
    XNextEvent(tester, &event);
    if (event.type == MappingNotify) XRefreshKeyboardMapping(&event.xmapping);
  }
  keystroke_widget_sync();
  while (keystroke_widget_iterate(false)) {
  }
  return find_key(keyval).code != 0;
}
