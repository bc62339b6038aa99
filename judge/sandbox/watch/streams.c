#include "streams.h"

#include "pump.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

// Stops a run whose output could not be written. A full disk is not the program's fault: output was lost, so the rest
// must not be judged.
static void
stop_for_disk(struct watch *watch)
{
  snprintf(watch->report->message, sizeof watch->report->message, "store the output: %s", strerror(errno));
  stop(watch, CAUSE_INTERNAL);
}

// Moves the pending output of one of the program's streams to its file.
static size_t
pump_stream(struct watch *watch, int pipe, int file, uint64_t limit, uint64_t *count)
{
  bool had_room = !watch->disk_full;
  size_t moved = pump(pipe, file, *count < limit ? limit - *count : 0, &watch->disk_full);
  if (had_room && watch->disk_full)
    stop_for_disk(watch);
  *count += moved;
  return moved;
}

size_t
pump_output(struct watch *watch)
{
  if (watch->given->output_pipe < 0)
    return 0;
  uint64_t limit = watch->given->limits->output_bytes, *count = &watch->report->output_bytes;
  size_t moved = pump_stream(watch, watch->given->output_pipe, watch->given->output_file, limit, count);
  if (*count > limit)
    stop(watch, CAUSE_OUTPUT);
  return moved;
}

size_t
pump_error(struct watch *watch)
{
  const struct supervision *given = watch->given;
  return pump_stream(watch, given->error_pipe, given->error_file, given->limits->stderr_bytes, &watch->error_bytes);
}
