#define _GNU_SOURCE
#include "CTerminalTools.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t interrupt_status;

static void exit_now(int signal_number) {
  (void)signal_number;
  _exit(interrupt_status);
}

void cterminal_exit_on_interrupt(int32_t status) {
  interrupt_status = status;
  struct sigaction action = {.sa_handler = exit_now};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
}

void cterminal_ignore_broken_pipes(void) {
  struct sigaction action = {.sa_handler = SIG_IGN};
  sigemptyset(&action.sa_mask);
  sigaction(SIGPIPE, &action, NULL);
}

static sigset_t ending_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  struct sigaction hangup;
  // `nohup` asks to outlive the terminal.
  if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN) sigaddset(&set, SIGHUP);
  return set;
}

void cterminal_block_ending_signals(void) {
  sigset_t set = ending_signals();
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}

void cterminal_wait_for_ending_signal(void) {
  sigset_t set = ending_signals();
  int received;
  while (sigwait(&set, &received) != 0) continue;
}

void cterminal_raise_ending_signal(void) { kill(getpid(), SIGTERM); }
