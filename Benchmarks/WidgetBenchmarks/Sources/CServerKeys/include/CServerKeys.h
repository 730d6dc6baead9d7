// Keys that an X server reports as if a keyboard had sent them, for the toolkits that have a window there. This defines
// keystroke_widget_fake_key and keystroke_widget_map_key.
#ifndef KEYSTROKE_SERVER_KEYS_H
#define KEYSTROKE_SERVER_KEYS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens a connection of its own to the server, for keystroke_widget_open_xtest; false if the server has no XTEST.
///
/// - display: the name of the server; NULL for that of the environment.
bool keystroke_open_server_keys(const char *display);
/// The code of the key that the server was told of last; 0 before the first.
int keystroke_awaited_key(void);

#ifdef __cplusplus
}
#endif

#endif
