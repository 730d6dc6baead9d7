#include "CPlantedWrite.h"

#include <dlfcn.h>
#include <gtk/gtk.h>

void plant_second_write(void) {}

// Replaces GTK's own function.
void gtk_editable_set_text(GtkEditable *editable, const char *text) {
  static void (*real)(GtkEditable *, const char *);
  if (!real) real = (typeof(real))dlsym(RTLD_NEXT, "gtk_editable_set_text");
  real(editable, "0");
  real(editable, text);
}
