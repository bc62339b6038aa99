#include "wire.h"

#include "slot.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
  // Size of a pipe, the largest that users may have, so that two programs which both write before they read seldom
  // block each other.
  PIPE_BYTES = 1 << 20,
};

void
prepare_wires(struct wires *wires)
{
  *wires = (struct wires) { .input = -1, .output = -1, .said = -1 };
}

static void
lay_wire(struct wires *from, struct wires *to)
{
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0)
    die("make the pipes of a pair: %m");
  fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES);
  from->output = ends[1];
  to->input = ends[0];
  from->said = fcntl(ends[0], F_DUPFD_CLOEXEC, 0);
  if (from->said < 0)
    die("keep a pipe of a pair: %m");
}

void
connect_slots(struct slot *left, struct slot *right)
{
  lay_wire(&left->wires, &right->wires);
  lay_wire(&right->wires, &left->wires);
  left->wires.peer = right;
  right->wires.peer = left;
}

static uint64_t
bytes_in(int pipe)
{
  int count = 0;
  return pipe < 0 || ioctl(pipe, FIONREAD, &count) < 0 ? 0 : count;
}

struct unread
count_unread(const struct slot *slot)
{
  const struct slot *peer = slot->wires.peer;
  if (peer == NULL)
    return (struct unread) { 0 };
  return (struct unread) { .output = bytes_in(slot->wires.said), .input = bytes_in(peer->wires.said) };
}

void
disconnect_slot(struct slot *slot)
{
  if (slot->wires.peer != NULL)
    slot->wires.peer->wires.peer = NULL;
  slot->wires.peer = NULL;
  close_fd(&slot->wires.input);
  close_fd(&slot->wires.output);
  close_fd(&slot->wires.said);
}

bool
speaks_to_nobody(const struct slot *slot)
{
  return slot->wires.said >= 0 && slot->wires.peer == NULL;
}

void
take_words(struct slot *slot)
{
  static int nowhere = -1;
  if (nowhere < 0)
    nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0)
    die("open /dev/null: %m");
  // Announced data that is absent means the end of the pipe.
  if (splice(slot->wires.said, NULL, nowhere, NULL, PIPE_BYTES, SPLICE_F_NONBLOCK) <= 0)
    close_fd(&slot->wires.said);
}
