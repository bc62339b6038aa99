// Moves what a run writes to its files, up to its limits.
#pragma once

#include "watch.h"

// Moves the pending output, and stops the run when it is too long. Returns the number of bytes.
size_t pump_output(struct watch *watch);

// Moves the pending errors; what is too long is dropped. Returns the number of bytes.
size_t pump_error(struct watch *watch);
