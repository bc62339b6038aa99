#include "keeper.h"

#include "row.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  MAX_SLOTS = SLOTS_PER_HELPER,
  FRAME_HEAD = 4,
  // Two numbers of at most 20 digits for each run before the last of a row.
  MAX_PASSED_TEXT = 32 + MAX_FOLLOWERS * 48,
};

static const char *const CAUSE_NAMES[] = {
  [CAUSE_EXIT] = "exit", [CAUSE_SIGNAL] = "signal", [CAUSE_CPU] = "cpu", [CAUSE_WALL] = "wall",
  [CAUSE_MEMORY] = "memory", [CAUSE_OUTPUT] = "output", [CAUSE_SECURITY] = "security", [CAUSE_STOPPED] = "stopped",
  [CAUSE_INTERNAL] = "internal",
};

static struct slot slots[MAX_SLOTS];
static char buffer[FRAME_HEAD + MAX_FRAME];
static size_t buffered;

static void
print_all(const char *text)
{
  for (size_t left = strlen(text); left > 0;) {
    ssize_t written = write(STDOUT_FILENO, text, left);
    if (written < 0 && errno != EINTR)
      return; // the judge is gone, which standard input will show
    if (written > 0) {
      text += written;
      left -= written;
    }
  }
}

// Quotes a message, which may contain file names, as a JSON string: all but plain ASCII becomes '?'.
static void
quote(const char *message, char *quoted)
{
  *quoted++ = '"';
  for (; *message != '\0'; message++)
    *quoted++ = *message < ' ' || *message > '~' || *message == '"' || *message == '\\' ? '?' : *message;
  *quoted++ = '"';
  *quoted = '\0';
}

static void
answer_action(uint64_t id, bool done)
{
  char line[64];
  snprintf(line, sizeof line, "{\"id\":%ju,\"ok\":%s}\n", (uintmax_t) id, done ? "true" : "false");
  print_all(line);
}

static void
answer_look(uint64_t id, uint32_t passed)
{
  char line[64];
  snprintf(line, sizeof line, "{\"id\":%ju,\"passed\":%u}\n", (uintmax_t) id, passed);
  print_all(line);
}

static void
write_or_null(char text[16], bool known, int value)
{
  if (known)
    snprintf(text, 16, "%d", value);
  else
    strcpy(text, "null");
}

// Writes CPU time and memory of the runs before the last one of a row, as a member of the answer.
static void
list_spent(const struct row *row, char *text, size_t size)
{
  size_t length = snprintf(text, size, ",\"passed\":[");
  for (uint32_t i = 0; i < row->passed; i++)
    length += snprintf(text + length, size - length, "%s[%ju,%ju]", i == 0 ? "" : ",", (uintmax_t) row->spent[i].cpu_us,
                       (uintmax_t) row->spent[i].peak_kb);
  snprintf(text + length, size - length, "]");
}

static void
answer_run(uint64_t id, uint64_t asked_ns, const struct report *report, struct unread unread, const struct row *row)
{
  char line[1024 + MAX_PASSED_TEXT], passed[MAX_PASSED_TEXT] = "", message[sizeof report->message + 3] = "null";
  char exit_code[16], signal[16];
  const char *text = report->message;
  if (*text == '\0' && report->cause == CAUSE_SECURITY)
    text = "made a forbidden system call";
  if (*text != '\0')
    quote(text, message);
  int status = report->wait_status;
  write_or_null(exit_code, status >= 0 && WIFEXITED(status), WEXITSTATUS(status));
  write_or_null(signal, status >= 0 && WIFSIGNALED(status), WTERMSIG(status));
  if (row != NULL && row->frame != NULL)
    list_spent(row, passed, sizeof passed);
  snprintf(line, sizeof line,
           "{\"id\":%ju,\"cause\":\"%s\",\"exitCode\":%s,\"signal\":%s,\"cpuUs\":%ju,\"wallUs\":%ju,\"peakKb\":%ju,"
           "\"outputBytes\":%ju,\"leftProcesses\":%u,\"fetched\":%u,\"helperUs\":%ju,\"endedUs\":%ju,"
           "\"starvedUs\":%ju,\"unreadOutput\":%ju,\"unreadInput\":%ju,\"message\":%s%s}\n",
           (uintmax_t) id, CAUSE_NAMES[report->cause], exit_code, signal, (uintmax_t) report->cpu_us,
           (uintmax_t) report->wall_us, (uintmax_t) report->peak_bytes / 1024, (uintmax_t) report->output_bytes,
           report->left_processes, report->fetched, (uintmax_t) (now_ns() - asked_ns) / 1000,
           (uintmax_t) report->ended_ns / 1000, (uintmax_t) report->starved_us, (uintmax_t) unread.output, (uintmax_t) unread.input, message,
           passed);
  print_all(line);
}

// Answers the request of a run that has ended, unless the next of its followers runs now.
static void
finish(struct setting *setting, struct slot *slot)
{
  struct report report;
  struct unread unread = count_unread(slot);
  finish_run(setting, slot, &report);
  disconnect_slot(slot);
  if (follow(setting, slot, &report))
    return;
  answer_run(slot->request_id, slot->asked_ns, &report, unread, &slot->row);
  end_row(slot);
}

// Starts a run, or answers that it cannot start.
static bool
begin(struct setting *setting, const struct request *request)
{
  struct slot *slot = &slots[request->slot];
  struct report report;
  if (slot->running)
    die("a second run in slot %d before the first one ended", slot->number);
  if (start_run(setting, slot, request, &report))
    return true;
  disconnect_slot(slot);
  answer_run(request->id, slot->asked_ns, &report, (struct unread) { 0 }, NULL);
  return false;
}

// Answers a request that cannot run. Names and arguments may come from a problem's package: a bad one must not end
// the runs of other slots.
static void
refuse(uint64_t id, const char *what, const char *reason)
{
  struct report report = { .cause = CAUSE_INTERNAL, .wait_status = -1 };
  snprintf(report.message, sizeof report.message, "%s: %s", what, reason);
  answer_run(id, now_ns(), &report, (struct unread) { 0 }, NULL);
}

// Starts the runs of a frame. When the second of a pair does not start, the first one reads the end of its input.
// Returns whether a row has taken over the frame.
static bool
serve_runs(struct setting *setting, struct frame *frame)
{
  const struct request *first = &frame->requests[0], *second = &frame->requests[1];
  if (frame->count == 2)
    connect_slots(&slots[first->slot], &slots[second->slot]);
  bool begun = begin(setting, first);
  if (frame->count == 2 && begun)
    begin(setting, second);
  else if (frame->count == 2)
    refuse(second->id, "not started", "the other run of the pair did not start");
  bool has_followers = begun && first->follower_count > 0;
  if (has_followers)
    begin_row(&slots[first->slot], frame);
  return has_followers;
}

static void
serve_one(struct setting *setting, const struct request *request)
{
  struct slot *slot = &slots[request->slot];
  if (request->action == ACTION_OPEN) {
    answer_action(request->id, open_slot(setting, slot));
  } else if (request->action == ACTION_STOP) {
    stop_following(slot);
    if (slot->running)
      stop_run(slot);
    answer_action(request->id, true);
  } else if (request->action == ACTION_LOOK) {
    answer_look(request->id, slot->row.passed);
  } else {
    // A run that is ended with its slot is answered too.
    slot->give_up_ns = 0;
    stop_following(slot);
    if (slot->running)
      finish(setting, slot);
    close_slot(setting, slot);
    end_row(slot);
    answer_action(request->id, true);
  }
}

static void
serve(struct setting *setting, const char *bytes, size_t size)
{
  struct frame *frame = malloc(sizeof *frame + size);
  if (frame == NULL)
    die("keep a request: %m");
  char *text = memcpy(frame + 1, bytes, size);
  const char *wrong = parse_frame(text, size, frame);
  bool taken = false;
  for (int i = 0; i < frame->count; i++)
    if (wrong == NULL && frame->requests[i].slot >= MAX_SLOTS)
      wrong = "no such slot";
  if (wrong != NULL) {
    for (int i = 0; i < frame->count; i++)
      refuse(frame->requests[i].id, "bad request", wrong);
  } else if (frame->requests[0].action == ACTION_RUN) {
    taken = serve_runs(setting, frame);
  } else {
    serve_one(setting, &frame->requests[0]);
  }
  if (!taken)
    free(frame);
}

static size_t
frame_size(void)
{
  const unsigned char *head = (const unsigned char *) buffer;
  return (size_t) head[0] << 24 | head[1] << 16 | head[2] << 8 | head[3];
}

// Serves standard input. False at its end.
static bool
read_requests(struct setting *setting)
{
  ssize_t length = read(STDIN_FILENO, buffer + buffered, sizeof buffer - buffered);
  if (length < 0 && (errno == EINTR || errno == EAGAIN))
    return true;
  if (length < 0)
    warn("ending: the requests cannot be read: %m");
  if (length == 0)
    warn("ending: the judge has closed its requests");
  if (length <= 0)
    return false;
  buffered += length;
  while (buffered >= FRAME_HEAD) {
    size_t size = frame_size();
    if (size > MAX_FRAME)
      die("bad request: larger than %d bytes", MAX_FRAME);
    if (buffered < FRAME_HEAD + size)
      break;
    serve(setting, buffer + FRAME_HEAD, size);
    buffered -= FRAME_HEAD + size;
    memmove(buffer, buffer + FRAME_HEAD + size, buffered);
  }
  return true;
}

static uint64_t
earlier(uint64_t left, uint64_t right)
{
  return left < right ? left : right;
}

// Adds a descriptor to those that are polled and returns its place.
static int
await_input(struct pollfd *polled, int *count, int fd)
{
  polled[*count] = (struct pollfd) { .fd = fd, .events = POLLIN };
  return (*count)++;
}

// Waits for a request, a report, output whose reader has ended, or the time at which a silent container is given up. Recycles groups
// when there is nothing of these.
static bool
serve_once(struct setting *setting)
{
  // Only what something can come from: most slots are never used.
  struct pollfd polled[1 + 2 * MAX_SLOTS] = { { .fd = STDIN_FILENO, .events = POLLIN } };
  int reports[MAX_SLOTS], words[MAX_SLOTS], count = 1; // places in `polled`, 0 for none
  uint64_t now = now_ns(), next = UINT64_MAX;
  for (int i = 0; i < MAX_SLOTS; i++) {
    reports[i] = slots[i].running ? await_input(polled, &count, slots[i].control) : 0;
    words[i] = speaks_to_nobody(&slots[i]) ? await_input(polled, &count, slots[i].wires.said) : 0;
    next = earlier(next, slots[i].house_due ? now : slots[i].running ? slots[i].give_up_ns : UINT64_MAX);
  }
  uint64_t left = next > now ? next - now : 0;
  struct timespec wait = { .tv_sec = left / 1000000000, .tv_nsec = left % 1000000000 };
  if (ppoll(polled, count, next == UINT64_MAX ? NULL : &wait, NULL) < 0 && errno != EINTR)
    die("wait for requests: %m");
  for (int i = 0; i < MAX_SLOTS; i++)
    if (words[i] != 0 && polled[words[i]].revents != 0)
      take_words(&slots[i]);
  now = now_ns();
  for (int i = 0; i < MAX_SLOTS; i++)
    if (reports[i] != 0 && (polled[reports[i]].revents != 0 || now >= slots[i].give_up_ns))
      finish(setting, &slots[i]);
  if (polled[0].revents != 0)
    return read_requests(setting);
  for (int i = 0; i < MAX_SLOTS; i++)
    if (slots[i].house_due)
      keep_house(setting, &slots[i]);
  return true;
}

void
keep(struct setting *setting)
{
  for (int i = 0; i < MAX_SLOTS; i++)
    prepare_slot(&slots[i], i);
  while (serve_once(setting)) {
  }
  for (int i = 0; i < MAX_SLOTS; i++)
    close_slot(setting, &slots[i]);
  close_cgroups(&setting->cgroups);
}
