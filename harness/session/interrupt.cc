#include "harness/session/interrupt.h"

#include <csignal>

namespace warpmark::interrupt {
namespace {

volatile std::sig_atomic_t requests = 0;

void on_signal(int /*signal*/) { requests = requests + 1; }

}  // namespace

void install() {
  struct sigaction action {};
  action.sa_handler = on_signal;  // no SA_RESTART: waiting calls return at once
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction hangup {};
  sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // under nohup it stays ignored
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

int count() { return requests; }

void check() {
  if (requested()) throw Interrupted("interrupted before anything was measured");
}

}  // namespace warpmark::interrupt
