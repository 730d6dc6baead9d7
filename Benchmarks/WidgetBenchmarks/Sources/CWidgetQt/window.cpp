// The window, its frames and the main loop.
#include "internal.h"

#include <fcntl.h>
#include <locale.h>
#include <unistd.h>

struct keystroke_widget_events keystroke_events;
struct keystroke_widget_counts keystroke_counts;
bool keystroke_marks = false;
QWidget *keystroke_window = nullptr;

struct keystroke_widget_counts keystroke_widget_counts(void) { return keystroke_counts; }
void keystroke_widget_mark_phases(bool marks) { keystroke_marks = marks; }

// MARK: Frames and turns

namespace {
/// Watches the window: it paints if it is asked to update, so what comes before that is the update phase.
struct Frames : QObject {
  bool is_painting = false;

  bool eventFilter(QObject *object, QEvent *event) override {
    if (event->type() != QEvent::UpdateRequest || is_painting) return false;
    keystroke_events.update();
    keystroke_paints_text = false;
    is_painting = true;
    const int outer = keystroke_enter(KEYSTROKE_WIDGET_PAINT);
    QCoreApplication::sendEvent(object, event);
    (void)keystroke_enter(outer);
    is_painting = false;
    if (keystroke_paints_text) {
      keystroke_counts.frames++;
      keystroke_note_frame();
      keystroke_events.painted();
    }
    return true;
  }
};

/// Takes the turns that the host requests.
struct Turns : QObject {
  bool event(QEvent *event) override {
    if (event->type() == QEvent::Timer) {
      killTimer(static_cast<QTimerEvent *>(event)->timerId());
      keystroke_events.turn();
      return true;
    }
    if (event->type() != QEvent::User) return QObject::event(event);
    keystroke_events.turn();
    return true;
  }
};
}  // namespace

static Turns *turns = nullptr;

void keystroke_widget_request_update(void) {
  QCoreApplication::postEvent(
      keystroke_window, new QEvent(QEvent::UpdateRequest), Qt::LowEventPriority);
}

void keystroke_widget_request_turn(bool idle) {
  if (idle)
    turns->startTimer(0);
  else
    QCoreApplication::postEvent(turns, new QEvent(QEvent::User));
}

bool keystroke_widget_iterate(bool waits) {
  return QAbstractEventDispatcher::instance()->processEvents(
      waits ? QEventLoop::WaitForMoreEvents : QEventLoop::AllEvents);
}

Display *keystroke_display() {
  auto *native = qApp->nativeInterface<QNativeInterface::QX11Application>();
  return native ? native->display() : nullptr;
}

void keystroke_widget_sync(void) {
  if (Display *display = keystroke_display()) XSync(display, 0);
}

// MARK: The picture

int keystroke_widget_unknown_glyphs(void) {
  const struct keystroke_widget_counts counts = keystroke_counts;
  QTextLayout layout(QString::fromUtf8(keystroke_widget_text()), keystroke_edit->font());
  layout.beginLayout();
  layout.createLine();
  layout.endLayout();
  int unknown = 0;
  for (const QGlyphRun &run : layout.glyphRuns())
    for (const quint32 glyph : run.glyphIndexes()) unknown += glyph == 0;
  keystroke_counts = counts;
  return unknown;
}

bool keystroke_widget_save_picture(const char *path) {
  return keystroke_window->grab().save(QString::fromUtf8(path), "PNG");
}

// MARK: Opening

const char *keystroke_widget_toolkit(void) {
  static QByteArray name;
  name = QByteArray("Qt ") + qVersion();
  return name.constData();
}

static bool focus() {
  for (int turn = 0; turn < 10000; turn++) {
    Display *display = keystroke_display();
    if (turn % 100 == 0) {
      // There is no window manager that would do it.
      if (display) XSetInputFocus(display, keystroke_window->winId(), RevertToParent, CurrentTime);
      if (display) XFlush(display);
      keystroke_window->activateWindow();
      keystroke_edit->update();
    }
    if (!keystroke_widget_iterate(false)) usleep(100);
    if (keystroke_edit->hasFocus() && keystroke_counts.frames > 0) return true;
  }
  return false;
}

// Qt asks for a folder that only this user can enter, and looks for one file in it. This folder loses its name before Qt
// knows of it, so a process that is killed leaves none behind.
static void make_runtime_folder() {
  if (getenv("XDG_RUNTIME_DIR")) return;
  QByteArray folder = QDir::tempPath().toUtf8() + "/keystroke-XXXXXX";
  if (!mkdtemp(folder.data())) return;
  const int file = open(folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  rmdir(folder.constData());
  // The dot makes it a folder and not a symbolic link to one, of which Qt would warn.
  const QByteArray nameless = "/proc/self/fd/" + QByteArray::number(file) + "/.";
  if (file >= 0) setenv("XDG_RUNTIME_DIR", nameless.constData(), 1);
}

// Without an X server Qt paints into memory; the counts are the same.
static void choose_platform() {
  setenv("QT_QPA_PLATFORM", "xcb", 0);
  if (strcmp(getenv("QT_QPA_PLATFORM"), "xcb") != 0) return;
  static char display[16];
  const char *problem = keystroke_start_server(display);
  if (problem) {
    fprintf(stderr, "widget: Qt paints without a screen: %s\n", problem);
    setenv("QT_QPA_PLATFORM", "offscreen", 1);
  } else {
    setenv("DISPLAY", display, 1);
  }
}

static const char *settings[][2] = {
    {"DBUS_SESSION_BUS_ADDRESS", "disabled:"},
    {"LC_CTYPE", "C.UTF-8"},
    {"QT_ACCESSIBILITY", "0"},
    {"QT_IM_MODULE", "compose"},
    {"QT_NO_GLIB", "1"},
    {"QT_QPA_PLATFORMTHEME", "none"},
    {"QT_STYLE_OVERRIDE", "fusion"},
    {"QT_XCB_GL_INTEGRATION", "none"},
};

const char *keystroke_widget_open(const struct keystroke_widget_events *events, bool free_clock) {
  if (!free_clock) return "Qt Widgets has no frame clock: it paints as soon as it is asked to";
  for (const auto &setting : settings) setenv(setting[0], setting[1], 1);
  make_runtime_folder();
  choose_platform();
  QHashSeed::setDeterministicGlobalSeed();
  static int count = 1;
  static char name[] = "keystroke";
  static char *arguments[] = {name, nullptr};
  new QApplication(count, arguments);
  // Qt sets a locale, which would change that of the measured code.
  setlocale(LC_ALL, "C");
  setlocale(LC_CTYPE, "C.UTF-8");
  QApplication::setCursorFlashTime(0);
  QApplication::setFont(QFont("DejaVu Sans", 14));
  keystroke_events = *events;
  turns = new Turns;
  keystroke_window = new QWidget(nullptr, Qt::FramelessWindowHint);
  keystroke_window->resize(320, 40);
  keystroke_edit = keystroke_make_edit(keystroke_window);
  keystroke_edit->setGeometry(0, 0, 320, 40);
  keystroke_window->installEventFilter(new Frames);
  keystroke_window->show();
  keystroke_edit->setFocus();
  return focus() ? nullptr : "the window was not given the focus";
}
