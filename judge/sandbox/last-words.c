// Writes the reason of the end by system calls and plain stores only, since the process may be broken in any place
// when the handler runs.
#include "last-words.h"

#include "base/common.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int FATAL[] = {
  SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP, SIGXCPU, SIGXFSZ, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM,
};

// Requests to end, which have no effect here: a service manager signals every process of the judge's service at once,
// and a terminal those in its foreground.
static const int REQUESTS[] = { SIGINT, SIGTERM, SIGHUP };

enum { STACK_SIZE = 16384 };

static char *
add_text(char *end, const char *text)
{
  while (*text != '\0')
    *end++ = *text++;
  return end;
}

static char *
add_number(char *end, unsigned number)
{
  if (number >= 10)
    end = add_number(end, number / 10);
  *end++ = '0' + number % 10;
  return end;
}

static void
say_signal(int signal, siginfo_t *information, void *context)
{
  (void) context;
  char line[160];
  const char *name = sigabbrev_np(signal);
  char *end = add_text(line, "sandbox: process ");
  end = add_number(end, getpid());
  end = add_text(end, getpid() == 1 ? " of a container" : "");
  end = add_text(end, " was ended by SIG");
  end = add_text(end, name == NULL ? "?" : name);
  if (information->si_code <= 0) {
    end = add_text(end, ", sent by process ");
    end = add_number(end, information->si_pid);
  }
  end = add_text(end, "\n");
  if (write(STDERR_FILENO, line, end - line) < 0) {
    // No other place exists to complain to.
  }
  // The handler is removed by now, so that the signal ends the process as soon as it is delivered again.
  raise(signal);
}

void
prepare_last_words(void)
{
  static char stack[STACK_SIZE];
  stack_t alternative = { .ss_sp = stack, .ss_size = sizeof stack };
  sigaltstack(&alternative, NULL);
  struct sigaction action = { .sa_sigaction = say_signal, .sa_flags = SA_SIGINFO | SA_RESETHAND | SA_ONSTACK };
  for (int i = 0; i < COUNT(FATAL); i++)
    sigaction(FATAL[i], &action, NULL);
  sigset_t requests;
  sigemptyset(&requests);
  for (int i = 0; i < COUNT(REQUESTS); i++)
    sigaddset(&requests, REQUESTS[i]);
  sigprocmask(SIG_BLOCK, &requests, NULL);
}
