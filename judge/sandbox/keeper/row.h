// Followers of a run: the same program on the next input, without asking the judge.
#pragma once

#include "slot.h"

// Keeps the followers of the run that was just started. Takes over the frame.
void begin_row(struct slot *slot, struct frame *frame);

// Starts the next follower after a run that ended; false when the report is that of the row's last run. A follower that
// cannot start is the last, and replaces the report.
bool follow(struct setting *setting, struct slot *slot, struct report *report);

// Lets no further follower begin.
void stop_following(struct slot *slot);

void end_row(struct slot *slot);
