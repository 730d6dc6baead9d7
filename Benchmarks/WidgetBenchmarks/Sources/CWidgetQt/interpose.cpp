// Functions that the executable defines instead of the libraries, so that Qt's calls arrive here.
#include <dlfcn.h>

#include <xcb/xcb.h>

#include "internal.h"

// MARK: The clipboard

// Qt takes the clipboard again for each text in it, and another thread reads the server's message about that at any time,
// often during a later keystroke. There is no other program here that could have taken it.
xcb_void_cookie_t xcb_set_selection_owner(xcb_connection_t *connection, xcb_window_t owner,
                                          xcb_atom_t selection, xcb_timestamp_t time) {
  static auto *real = (decltype(&xcb_set_selection_owner))dlsym(RTLD_NEXT, "xcb_set_selection_owner");
  static xcb_atom_t owned = XCB_ATOM_NONE;
  if (selection == owned) return {};
  owned = selection;
  return real(connection, owner, selection, time);
}

// MARK: Measuring and shaping

// Some of these functions call each other; only the outermost call is counted.
static int depth = 0;

namespace {
struct Call {
  int outer = KEYSTROKE_WIDGET_REST;
  Call() {
    if (depth++ > 0) return;
    keystroke_counts.layout_calls++;
    outer = keystroke_enter(KEYSTROKE_WIDGET_LAYOUT);
  }
  ~Call() {
    if (--depth == 0) (void)keystroke_enter(outer);
  }
};

// The results of createLine and naturalTextRect, as both are returned.
struct Line {
  long index;
  void *engine;
};
struct Rectangle {
  double x, y, width, height;
};
}  // namespace

#define COUNTED(type, name, symbol, parameters, arguments)      \
  extern "C" type name parameters asm(symbol);                  \
  extern "C" type name parameters {                             \
    static auto *real = (type(*) parameters)dlsym(RTLD_NEXT, symbol); \
    const Call call;                                            \
    return real arguments;                                      \
  }

COUNTED(void, begin_layout, "_ZN11QTextLayout11beginLayoutEv", (void *layout), (layout))
COUNTED(void, end_layout, "_ZN11QTextLayout9endLayoutEv", (void *layout), (layout))
COUNTED(void, set_text, "_ZN11QTextLayout7setTextERK7QString", (void *layout, const void *text),
        (layout, text))
COUNTED(Line, create_line, "_ZN11QTextLayout10createLineEv", (void *layout), (layout))
COUNTED(void, set_line_width, "_ZN9QTextLine12setLineWidthEd", (void *line, double width),
        (line, width))
COUNTED(double, cursor_to_x, "_ZNK9QTextLine9cursorToXEPiNS_4EdgeE",
        (const void *line, int *position, int edge), (line, position, edge))
COUNTED(Rectangle, natural_text_rect, "_ZNK9QTextLine15naturalTextRectEv", (const void *line),
        (line))
