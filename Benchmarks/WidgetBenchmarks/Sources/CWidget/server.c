// An X server for this process only.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CWidget.h"

static pid_t server = 0;

int keystroke_widget_server(void) { return server; }

static void end_server(void) {
  if (server > 0) kill(server, SIGTERM);
}

// Runs in the child: it allocates nothing, and shares only a pipe with this process.
static void become_server(int number, pid_t parent) {
  // However this process ends, even by SIGKILL, the server ends after it and removes its socket.
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(1);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  const int nothing = open("/dev/null", O_RDWR);
  for (int file = 0; file < 3; file++) dup2(nothing, file);
  dup2(number, 3);
  for (int file = 4; file < 256; file++) close(file);
  char *arguments[] = {"Xvfb",       "-displayfd", "3",   "-screen", "0", "480x120x24",
                       "-nolisten", "tcp",        "-noreset", NULL};
  // Without the shim, and without any other preloaded library.
  char *environment[] = {"PATH=/usr/local/bin:/usr/bin:/bin", NULL};
  execvpe("Xvfb", arguments, environment);
  _exit(127);
}

const char *keystroke_start_server(char display[16]) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return "no pipe for an X server";
  const pid_t parent = getpid();
  server = fork();
  if (server == 0) become_server(ends[1], parent);
  close(ends[1]);
  if (server < 0) return "no process for an X server";
  atexit(end_server);
  // The number and a line break; nothing if the server could not start.
  size_t length = 1;
  display[0] = ':';
  struct pollfd readable = {.fd = ends[0], .events = POLLIN};
  while (length < 15) {
    const int ready = poll(&readable, 1, 30000);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0 || read(ends[0], display + length, 1) != 1) break;
    if (display[length] == '\n') {
      close(ends[0]);
      display[length] = 0;
      return length > 1 ? NULL : "the X server named no display";
    }
    length++;
  }
  close(ends[0]);
  return "Xvfb could not be started: scripts/widget installs it (package xvfb)";
}
