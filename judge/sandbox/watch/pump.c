#include "pump.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { PUMP_BYTES = 1 << 20 };

size_t
pump(int pipe, int file, uint64_t room, bool *file_failed)
{
  char sink[65536];
  ssize_t moved;
  int file_errno = 0;
  if (room > 0 && !*file_failed) {
    moved = splice(pipe, NULL, file, NULL, room < PUMP_BYTES ? room : PUMP_BYTES, SPLICE_F_NONBLOCK);
    if (moved >= 0 || errno == EAGAIN)
      return moved > 0 ? moved : 0;
    *file_failed = true;
    file_errno = errno;
  }
  moved = read(pipe, sink, sizeof sink);
  if (file_errno != 0)
    errno = file_errno;
  return moved > 0 ? moved : 0;
}
