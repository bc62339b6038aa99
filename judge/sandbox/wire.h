// The two pipes between a pair of runs, as the keeper sees them.
#pragma once

#include "common.h"

struct slot;

// One slot's end of a pair. The keeper keeps a read end of what the slot's program writes for as long as that program
// lives: it tells how much of it lies unread, and after the peer has ended it takes the words out, so that no program
// dies of SIGPIPE because the other one was done first.
struct wires {
  struct slot *peer;              // NULL: no pair, or the peer has ended
  int input, output;              // to be handed to the program; -1 afterwards
  int said;                       // read end of its output; -1: no pair
};

struct unread { uint64_t output, input; };

void prepare_wires(struct wires *wires);

// Makes the pipes of a pair whose runs are about to start.
void connect_slots(struct slot *left, struct slot *right);

// What neither program has read so far.
struct unread count_unread(const struct slot *slot);

// Called when a run of a pair has ended or could not start.
void disconnect_slot(struct slot *slot);

// Whether words of this program must be taken out of its pipe, because its peer has ended.
bool speaks_to_nobody(const struct slot *slot);

// Takes out what lies there, after poll has announced it.
void take_words(struct slot *slot);
