// hostile: hides memory in full pipes and sockets of many processes; expect: cause=memory|exit|cpu exitCode=0
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static char block[65536];
int main(void) {
  memset(block, 1, sizeof block);
  for (int i = 0; i < 4; i++) fork();
  for (int pair[2]; pipe2(pair, O_NONBLOCK) == 0;) {
    fcntl(pair[1], F_SETPIPE_SZ, 1 << 20);
    while (write(pair[1], block, sizeof block) > 0) {}
    if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, pair) != 0) break;
    while (write(pair[1], block, sizeof block) > 0) {}
  }
  return 0;
}
