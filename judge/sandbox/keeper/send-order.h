// Turns a request into an order: opens its files, shows its box, limits its cgroup.
#pragma once

#include "slot.h"

// Opens everything that the run needs and sends it to the slot's init. False with report->message on failure.
bool send_order(struct setting *setting, struct slot *slot, const struct request *request, struct report *report);
