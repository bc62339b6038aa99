// hostile: opens sockets that network namespaces do not cover or that only attacks need; expect: cause=exit exitCode=0
#include <sys/socket.h>
#ifndef AF_VSOCK
#define AF_VSOCK 40
#endif
int main(void) {
  int families[] = { AF_VSOCK, AF_PACKET, 38 /* AF_ALG */, 31 /* AF_BLUETOOTH */, 29 /* AF_CAN */, 44 /* AF_XDP */, 30 /* AF_TIPC */ };
  for (unsigned i = 0; i < sizeof families / sizeof *families; i++)
    for (int type = 1; type < 6; type++)
      if (socket(families[i], type, 0) >= 0) return 1;
  return socket(AF_INET, SOCK_RAW, 1) >= 0;
}
