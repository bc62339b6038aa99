// hostile: makes the kernel load protocol modules, by kinds of sockets that no program needs; expect: cause=exit exitCode=0
#include <netinet/in.h>
#include <sys/socket.h>
int main(void) {
  int pair[2];
  for (int type = 1; type < 6; type++)
    if (socketpair(30 /* AF_TIPC */, type, 0, pair) == 0) return 1;
  for (int protocol = 1; protocol < 24; protocol++)
    if (socket(AF_NETLINK, SOCK_RAW, protocol) >= 0) return 2;
  return socket(AF_INET, SOCK_STREAM, IPPROTO_SCTP) >= 0 || socket(AF_INET, SOCK_STREAM, 262 /* MPTCP */) >= 0
    || socket(AF_INET, 6 /* DCCP */, 33) >= 0 || socket(AF_INET, SOCK_DGRAM, 136 /* UDP-Lite */) >= 0;
}
