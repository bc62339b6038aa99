#include "row.h"

#include "base/files.h"

#include <stdlib.h>

// Size up to which an output is compared here: other slots wait meanwhile.
enum { MAX_COMPARED = 65536 };

void
begin_row(struct slot *slot, struct frame *frame)
{
  struct request *request = &frame->requests[0];
  slot->row = (struct row) {
    .frame = frame, .request = request, .begin_until_ns = slot->asked_ns + request->follow_us * 1000,
  };
}

static bool
ended_as_expected(struct setting *setting, struct slot *slot, const struct report *report)
{
  const struct request *request = slot->row.request;
  return report->cause == CAUSE_EXIT && report->wait_status == 0 && report->output_bytes <= MAX_COMPARED
    && have_same_content(setting->work_directory, request->output, request->expected[slot->row.passed], report->output_bytes);
}

bool
follow(struct setting *setting, struct slot *slot, struct report *report)
{
  struct row *row = &slot->row;
  if (row->frame == NULL || row->passed == row->request->follower_count || now_ns() >= row->begin_until_ns
      || !ended_as_expected(setting, slot, report))
    return false;
  row->spent[row->passed].cpu_us = report->cpu_us;
  row->spent[row->passed].peak_kb = report->peak_bytes / 1024;
  row->request->input = row->request->then[row->passed++];
  return start_run(setting, slot, row->request, report);
}

void
stop_following(struct slot *slot)
{
  slot->row.begin_until_ns = 0;
}

void
end_row(struct slot *slot)
{
  free(slot->row.frame);
  slot->row = (struct row) { 0 };
}
