// The contents of the window, as a file.
#include "internal.h"

int keystroke_widget_unknown_glyphs(void) {
  PangoLayout *layout = gtk_widget_create_pango_layout(keystroke_text, keystroke_widget_text());
  const int count = pango_layout_get_unknown_glyphs_count(layout);
  g_object_unref(layout);
  return count;
}

bool keystroke_widget_save_picture(const char *path) {
  GdkPaintable *shown = gtk_widget_paintable_new(keystroke_window);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gdk_paintable_snapshot(
      shown, snapshot, gtk_widget_get_width(keystroke_window), gtk_widget_get_height(keystroke_window));
  GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
  g_object_unref(shown);
  if (!node) return false;
  GskRenderer *renderer = gtk_native_get_renderer(GTK_NATIVE(keystroke_window));
  GdkTexture *texture = gsk_renderer_render_texture(renderer, node, NULL);
  gsk_render_node_unref(node);
  const bool saved = gdk_texture_save_to_png(texture, path);
  g_object_unref(texture);
  return saved;
}
