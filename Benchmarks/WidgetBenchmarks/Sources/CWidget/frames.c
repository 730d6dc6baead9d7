// The texts that were painted.
#include "CWidget.h"

// One frame per keystroke is usual; two if there is flicker.
enum { MOST_FRAMES = 256 };
static uint64_t painted[MOST_FRAMES];
static int painted_count = 0;
static uint64_t last_painted = 0;

// FNV-1a, of the text in the widget.
static uint64_t text_hash(void) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char *byte = keystroke_widget_text(); *byte; byte++)
    hash = (hash ^ (unsigned char)*byte) * 0x100000001b3;
  return hash;
}

void keystroke_note_frame(void) {
  last_painted = text_hash();
  if (painted_count < MOST_FRAMES) painted[painted_count++] = last_painted;
}

void keystroke_widget_begin_key(void) { painted_count = 0; }

int keystroke_widget_flicker_frames(void) {
  const uint64_t present = text_hash();
  int count = 0;
  for (int frame = 0; frame < painted_count; frame++) count += painted[frame] != present;
  return count;
}

bool keystroke_widget_shows_text(void) { return last_painted == text_hash(); }
