// Reports why the helper ends unexpectedly, so that the judge's log has the reason.
#pragma once

// Installs handlers: from here on a fatal signal is named on standard error before the process ends. Signals by which
// people and service managers end programs have no effect: the judge receives them too, and ends the helper when its
// runs are done.
void prepare_last_words(void);
