// The line edit, and the host behind its validator.
#include "internal.h"

QLineEdit *keystroke_edit = nullptr;
bool keystroke_paints_text = false;

// MARK: Characters

// Qt counts UTF-16 code units, the host characters.
static int units(const QString &text, int characters) {
  int unit = 0;
  for (; characters > 0 && unit < text.size(); characters--)
    unit += text.at(unit).isHighSurrogate() && unit + 1 < text.size() ? 2 : 1;
  return unit;
}

static int characters(const QString &text, int unit) {
  int count = 0;
  for (int index = 0; index < unit; index++) count += !text.at(index).isLowSurrogate();
  return count;
}

// MARK: An action of the user

namespace {
/// A text and a selection, in code units.
struct State {
  QString text;
  int start = 0, end = 0;
};

/// A replaced range, and the new text in its place.
struct Replacement {
  int start = 0, end = 0;
  QString text;
};
}  // namespace

// The state before the present action.
static State before;
// True from the start of an action until the host is asked: Qt validates its answer, and a text at rest, too.
static bool is_due = false;
// While the host is asked, the state that it reads and writes; the line edit has the new text already.
static State asked;
static bool asks = false;
// True if the host wrote the selection while it was asked.
static bool selects = false;
// True if the host has answered with a text of its own.
static bool has_answered = false;
// True if the action only deletes.
static bool deletes = false;
// True while the host writes: it is not asked about that.
static bool writes = false;

static State present() {
  if (asks) return asked;
  State state{keystroke_edit->text(), keystroke_edit->cursorPosition(), 0};
  state.end = state.start;
  if (keystroke_edit->hasSelectedText()) {
    state.start = keystroke_edit->selectionStart();
    state.end = keystroke_edit->selectionEnd();
  }
  return state;
}

UserAction::UserAction() {
  before = present();
  is_due = true;
  has_answered = false;
}

UserAction::~UserAction() { is_due = false; }

// Returns the change from the state before to a text with a caret after what was inserted.
static Replacement replacement(const QString &text, int caret) {
  const QString &old = before.text;
  int start = qMin(before.start, caret), end = old.size() - (text.size() - caret);
  if (end < start || old.left(start) != text.left(start) || old.mid(end) != text.mid(caret)) {
    // Undo may change the text anywhere.
    const int shorter = qMin(old.size(), text.size());
    int tail = 0;
    for (start = 0; start < shorter && old.at(start) == text.at(start);) start++;
    while (tail < shorter - start &&
           old.at(old.size() - 1 - tail) == text.at(text.size() - 1 - tail))
      tail++;
    end = old.size() - tail;
    caret = text.size() - tail;
  }
  return {start, end, text.mid(start, caret - start)};
}

// Asks the host, which reads and writes `asked` meanwhile; returns true if the change may be applied.
static bool host_agrees(const Replacement &change) {
  deletes = change.text.isEmpty();
  if (change.end > change.start) {
    const bool agrees = keystroke_events.will_delete(
        characters(asked.text, change.start), characters(asked.text, change.end));
    if (deletes || !agrees) return agrees;
    asked.text.remove(change.start, change.end - change.start);
    asked.start = asked.end = change.start;
  }
  const QByteArray bytes = change.text.toUtf8();
  const int first = characters(asked.text, change.start);
  int position = first;
  if (keystroke_events.will_insert(bytes.constData(), bytes.size(), &position)) return true;
  selects = selects || position != first;
  asked.start = asked.end = units(asked.text, position);
  return false;
}

namespace {
/// Asks the host before a change takes effect.
struct Validator : QValidator {
  using QValidator::QValidator;

  QValidator::State validate(QString &text, int &caret) const override {
    if (!is_due || writes) return Acceptable;
    is_due = false;
    keystroke_counts.signals++;
    asked = before;
    selects = false;
    asks = true;
    const bool agrees = host_agrees(replacement(text, caret));
    asks = false;
    if (agrees) return Acceptable;
    // The line edit takes an invalid change back.
    if (asked.text == before.text && !selects) return Invalid;
    has_answered = true;
    text = asked.text;
    caret = asked.start;
    return Acceptable;
  }
};

/// The line edit, which reports the user's actions.
struct Edit : QLineEdit {
  using QLineEdit::QLineEdit;

  void keyPressEvent(QKeyEvent *event) override {
    // Return changes no text, but validates it.
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
      return QLineEdit::keyPressEvent(event);
    const UserAction action;
    QLineEdit::keyPressEvent(event);
  }

  QByteArray preedit;
  void inputMethodEvent(QInputMethodEvent *event) override {
    preedit = event->preeditString().toUtf8();
    const UserAction action;
    QLineEdit::inputMethodEvent(event);
  }

  void paintEvent(QPaintEvent *event) override {
    keystroke_paints_text = true;
    QLineEdit::paintEvent(event);
  }
};
}  // namespace

static void edited() {
  keystroke_counts.signals++;
  if (writes || has_answered) return;
  if (deletes) return keystroke_events.did_delete();
  const int first = characters(keystroke_edit->text(), keystroke_edit->cursorPosition());
  int position = first;
  keystroke_events.did_insert(&position);
  if (position != first) keystroke_edit->setCursorPosition(units(keystroke_edit->text(), position));
}

static void count_signal() { keystroke_counts.signals++; }

QLineEdit *keystroke_make_edit(QWidget *parent) {
  auto *edit = new Edit(parent);
  // A frame would cost more than the text in it.
  edit->setFrame(false);
  edit->setValidator(new Validator(edit));
  QObject::connect(edit, &QLineEdit::textEdited, edited);
  QObject::connect(edit, &QLineEdit::textChanged, count_signal);
  QObject::connect(edit, &QLineEdit::cursorPositionChanged, count_signal);
  QObject::connect(edit, &QLineEdit::returnPressed, [] { keystroke_events.activate(); });
  return edit;
}

const char *keystroke_widget_preedit(void) {
  return static_cast<Edit *>(keystroke_edit)->preedit.constData();
}

// MARK: The text

const char *keystroke_widget_text(void) {
  static QByteArray bytes;
  bytes = present().text.toUtf8();
  return bytes.constData();
}

void keystroke_widget_selection(int *start, int *end) {
  const State state = present();
  *start = characters(state.text, state.start);
  *end = characters(state.text, state.end);
}

void keystroke_widget_select(int start, int end) {
  const QString text = present().text;
  const int first = units(text, start), last = units(text, end);
  if (asks) {
    selects = true;
    asked.start = first;
    asked.end = last;
  } else if (first == last) {
    keystroke_edit->deselect();
    keystroke_edit->setCursorPosition(first);
  } else {
    keystroke_edit->setSelection(first, last - first);
  }
}

void keystroke_widget_set_text(const char *text) {
  if (asks) {
    asked.text = QString::fromUtf8(text);
    return;
  }
  writes = true;
  keystroke_edit->setText(QString::fromUtf8(text));
  writes = false;
}

void keystroke_widget_insert(const char *text, int bytes, int position) {
  const QString inserted = QString::fromUtf8(text, bytes);
  const int unit = units(present().text, position);
  if (asks) {
    asked.text.insert(unit, inserted);
    return;
  }
  writes = true;
  keystroke_edit->setCursorPosition(unit);
  keystroke_edit->insert(inserted);
  writes = false;
}

void keystroke_widget_delete(int start, int end) {
  const QString text = present().text;
  const int first = units(text, start), count = units(text, end) - first;
  if (asks) {
    asked.text.remove(first, count);
    return;
  }
  writes = true;
  keystroke_edit->setSelection(first, count);
  keystroke_edit->del();
  writes = false;
}

void keystroke_widget_undo(bool redoes) {
  // A host with a history of its own takes the keys before the widget does.
  if (keystroke_events.will_undo(redoes)) return;
  const UserAction action;
  redoes ? keystroke_edit->redo() : keystroke_edit->undo();
}

// A text that is set as a whole cannot be undone.
void keystroke_widget_forget_undo(void) {
  const State state = present();
  writes = true;
  keystroke_edit->setText(state.text);
  keystroke_edit->setCursorPosition(state.end);
  writes = false;
}
