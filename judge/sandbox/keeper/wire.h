// The two pipes between a pair of runs, as the keeper sees them.
#pragma once

#include "base/common.h"

struct slot;

// End of a pair at one slot. The keeper keeps a read end of the program's output for as long as that program lives: it
// shows how much of the output is unread, and after the peer has ended the keeper drains it, so that no program dies
// of SIGPIPE because the other one ended first.
struct wires {
  struct slot *peer;              // NULL without a pair, or when the peer has ended
  int input, output;              // handed to the program; -1 afterwards
  int said;                       // read end of its output; -1 without a pair
};

struct unread { uint64_t output, input; };

void prepare_wires(struct wires *wires);

// Makes the pipes of a pair whose runs are about to start.
void connect_slots(struct slot *left, struct slot *right);

// Returns the number of bytes that neither program has read so far.
struct unread count_unread(const struct slot *slot);

// Called when a run of a pair has ended or could not start.
void disconnect_slot(struct slot *slot);

// Whether this program's output must be drained, because its peer has ended.
bool speaks_to_nobody(const struct slot *slot);

// Drains the output, after poll has announced it.
void take_words(struct slot *slot);
