// Turning a request into an order: opening its files, showing its box, limiting its cgroup.
#pragma once

#include "slot.h"

struct draft {
  struct order order;
  char text[MAX_TEXT];
  int fds[MAX_DESCRIPTORS], count;
  int owned[MAX_DESCRIPTORS], owned_count; // to be closed after sending
};

// Fills in the order and opens everything it needs. False with report->message when something cannot be had.
bool draft_order(struct setting *setting, struct slot *slot, const struct request *request, struct draft *draft,
                 struct report *report);

// Sends the order to the slot's init.
bool send_order(struct slot *slot, struct draft *draft, struct report *report);

// Closes what was opened for the draft; init has its own copies by then.
void drop_draft(struct draft *draft);
