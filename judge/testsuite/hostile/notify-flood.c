// hostile: uses up the watches, timers and queued signals of its user; expect: cause=exit|memory|cpu exitCode=0
#define _GNU_SOURCE
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  int watch = inotify_init(), poll = epoll_create1(0);
  timer_t timer;
  union sigval value = { 0 };
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, 0);
  inotify_add_watch(watch, "/usr/bin", IN_ALL_EVENTS);
  for (int i = 0; i < 1000000 && sigqueue(getpid(), SIGRTMIN, value) == 0; i++) {}
  for (int i = 0; i < 1000000 && timer_create(CLOCK_MONOTONIC, 0, &timer) == 0; i++) {}
  for (int i = 0; i < 200; i++) {
    struct epoll_event event = { .events = EPOLLIN };
    inotify_init();
    epoll_ctl(poll, EPOLL_CTL_ADD, eventfd(1, 0), &event);
  }
  return 0;
}
