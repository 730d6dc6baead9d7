// Processes that this one starts and that end with it: an X server, or a browser.
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

static pid_t started = 0;

static void end_started(void) {
  if (started > 0) kill(started, SIGTERM);
}

// Runs in the child: it allocates nothing, and shares only these descriptors with this process.
static void become(char *const arguments[], const int descriptors[], int count, pid_t parent) {
  // However this process ends, even by SIGKILL, the other ends after it and removes its files.
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(1);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // Above those that the other process will have, so that none is overwritten before it is copied.
  int copies[8];
  for (int index = 0; index < count; index++) copies[index] = fcntl(descriptors[index], F_DUPFD, 32);
  const int nothing = open("/dev/null", O_RDWR);
  for (int file = 0; file < 3; file++) dup2(nothing, file);
  for (int index = 0; index < count; index++) dup2(copies[index], 3 + index);
  for (int file = 3 + count; file < 256; file++) close(file);
  // Without the shim, and without any other preloaded library.
  char *environment[] = {"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", NULL};
  execvpe(arguments[0], arguments, environment);
  _exit(127);
}

bool keystroke_start_process(char *const arguments[], const int descriptors[], int count) {
  const pid_t parent = getpid();
  started = fork();
  if (started == 0) become(arguments, descriptors, count, parent);
  if (started < 0) return false;
  atexit(end_started);
  return true;
}

const char *keystroke_start_server(char display[16]) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return "no pipe for an X server";
  char *arguments[] = {"Xvfb",       "-displayfd", "3",   "-screen", "0", "480x120x24",
                       "-nolisten", "tcp",        "-noreset", NULL};
  const bool is_started = keystroke_start_process(arguments, &ends[1], 1);
  close(ends[1]);
  if (!is_started) return "no process for an X server";
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
