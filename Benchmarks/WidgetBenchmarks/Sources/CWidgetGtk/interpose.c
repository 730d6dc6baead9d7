// Functions that the executable defines instead of the libraries, so that GTK's calls arrive here.
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <dlfcn.h>

#include "internal.h"

// MARK: The primary selection

// A selection is offered to other programs at once, and the server's answers arrive at any time, often during a later
// keystroke. There is no other program here.
int XSetSelectionOwner(Display *display, Atom selection, Window owner, Time time) {
  static int (*real)(Display *, Atom, Window, Time);
  if (!real) real = dlsym(RTLD_NEXT, "XSetSelectionOwner");
  return selection == XA_PRIMARY ? 1 : real(display, selection, owner, time);
}

// MARK: The frame clock

// GTK's frame clock waits for its next frame by a timeout of exactly this priority, which nothing else has.
guint g_timeout_add_full(
    gint priority, guint interval, GSourceFunc function, gpointer data, GDestroyNotify notify) {
  static guint (*real)(gint, guint, GSourceFunc, gpointer, GDestroyNotify);
  if (!real) real = dlsym(RTLD_NEXT, "g_timeout_add_full");
  if (keystroke_free_clock && priority == GDK_PRIORITY_REDRAW) interval = 0;
  return real(priority, interval, function, data, notify);
}

// MARK: Measuring and shaping

// Pango calls itself; only the toolkit's calls are counted.
static int depth = 0;

static int begin(void) {
  if (depth++ > 0) return KEYSTROKE_WIDGET_REST;
  keystroke_counts.layout_calls++;
  return keystroke_enter(KEYSTROKE_WIDGET_LAYOUT);
}

static void end(int outer) {
  if (--depth == 0) (void)keystroke_enter(outer);
}

#define REAL(name)                                     \
  static typeof(&name) real;                           \
  if (!real) real = (typeof(&name))dlsym(RTLD_NEXT, #name); \
  const int outer = begin()
#define GIVES(type, name, parameters, arguments) \
  type name parameters {                         \
    REAL(name);                                  \
    type result = real arguments;                \
    end(outer);                                  \
    return result;                               \
  }
#define DOES(name, parameters, arguments) \
  void name parameters {                  \
    REAL(name);                           \
    real arguments;                       \
    end(outer);                           \
  }

GIVES(PangoLayout *, pango_layout_new, (PangoContext * context), (context))
GIVES(PangoLayout *, pango_layout_copy, (PangoLayout * layout), (layout))
DOES(pango_layout_set_text, (PangoLayout * layout, const char *text, int length),
     (layout, text, length))
DOES(pango_layout_set_attributes, (PangoLayout * layout, PangoAttrList *list), (layout, list))
DOES(pango_layout_set_single_paragraph_mode, (PangoLayout * layout, gboolean setting),
     (layout, setting))
DOES(pango_layout_set_tabs, (PangoLayout * layout, PangoTabArray *tabs), (layout, tabs))
DOES(pango_layout_set_font_description,
     (PangoLayout * layout, const PangoFontDescription *description), (layout, description))
DOES(pango_layout_get_extents, (PangoLayout * layout, PangoRectangle *ink, PangoRectangle *logical),
     (layout, ink, logical))
DOES(pango_layout_get_pixel_extents,
     (PangoLayout * layout, PangoRectangle *ink, PangoRectangle *logical), (layout, ink, logical))
DOES(pango_layout_get_size, (PangoLayout * layout, int *width, int *height),
     (layout, width, height))
DOES(pango_layout_get_pixel_size, (PangoLayout * layout, int *width, int *height),
     (layout, width, height))
DOES(pango_layout_get_cursor_pos,
     (PangoLayout * layout, int index, PangoRectangle *strong, PangoRectangle *weak),
     (layout, index, strong, weak))
DOES(pango_layout_get_caret_pos,
     (PangoLayout * layout, int index, PangoRectangle *strong, PangoRectangle *weak),
     (layout, index, strong, weak))
DOES(pango_layout_index_to_pos, (PangoLayout * layout, int index, PangoRectangle *place),
     (layout, index, place))
DOES(pango_layout_move_cursor_visually,
     (PangoLayout * layout, gboolean strong, int old, int trailing, int direction, int *index,
      int *new_trailing),
     (layout, strong, old, trailing, direction, index, new_trailing))
GIVES(gboolean, pango_layout_xy_to_index,
      (PangoLayout * layout, int x, int y, int *index, int *trailing),
      (layout, x, y, index, trailing))
GIVES(int, pango_layout_get_baseline, (PangoLayout * layout), (layout))
GIVES(int, pango_layout_get_line_count, (PangoLayout * layout), (layout))
GIVES(int, pango_layout_get_unknown_glyphs_count, (PangoLayout * layout), (layout))
GIVES(PangoLayoutLine *, pango_layout_get_line_readonly, (PangoLayout * layout, int line),
      (layout, line))
GIVES(GSList *, pango_layout_get_lines_readonly, (PangoLayout * layout), (layout))
GIVES(const PangoLogAttr *, pango_layout_get_log_attrs_readonly, (PangoLayout * layout, gint *count),
      (layout, count))
GIVES(PangoLayoutIter *, pango_layout_get_iter, (PangoLayout * layout), (layout))
DOES(pango_layout_line_get_extents,
     (PangoLayoutLine * line, PangoRectangle *ink, PangoRectangle *logical), (line, ink, logical))
DOES(pango_layout_line_index_to_x, (PangoLayoutLine * line, int index, gboolean trailing, int *x),
     (line, index, trailing, x))
GIVES(gboolean, pango_layout_line_x_to_index,
      (PangoLayoutLine * line, int x, int *index, int *trailing), (line, x, index, trailing))
DOES(pango_layout_line_get_x_ranges,
     (PangoLayoutLine * line, int from, int to, int **ranges, int *count),
     (line, from, to, ranges, count))
