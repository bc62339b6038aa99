// Outer role of the helper: serves the judge's requests until standard input ends.
#pragma once

#include "slot.h"

// Serves requests. Returns when the judge is gone; all containers and groups are gone then too.
void keep(struct setting *setting);
