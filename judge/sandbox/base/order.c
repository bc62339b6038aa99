#include "order.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

union control_space {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int) * MAX_DESCRIPTORS)];
};

bool
fail_run(struct report *report, const char *what, const char *name)
{
  report->cause = CAUSE_INTERNAL;
  snprintf(report->message, sizeof report->message, "%s %.120s: %s", what, name, strerror(errno));
  return false;
}

bool
send_message(int socket, const void *head, size_t head_size, const void *text, size_t text_size,
             const int *fds, int count)
{
  union control_space control = { 0 };
  struct iovec parts[] = { { (void *) head, head_size }, { (void *) text, text_size } };
  struct msghdr message = { .msg_iov = parts, .msg_iovlen = text_size > 0 ? 2 : 1 };
  if (count > 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * count);
    memcpy(CMSG_DATA(header), fds, sizeof(int) * count);
  }
  ssize_t sent;
  do
    sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == (ssize_t) (head_size + text_size);
}

ssize_t
receive_message(int socket, void *buffer, size_t size, int *fds, int *count)
{
  union control_space control = { 0 };
  struct iovec part = { buffer, size };
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes,
  };
  ssize_t length;
  do
    length = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (length < 0 && errno == EINTR);
  *count = 0;
  if (length <= 0)
    return 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header))
    if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
      *count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      memcpy(fds, CMSG_DATA(header), sizeof(int) * *count);
    }
  return length;
}
