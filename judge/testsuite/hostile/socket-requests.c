// hostile: makes the kernel load modules and tell of its network by requests to a socket that has none; expect: cause=exit exitCode=0
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <errno.h>
#include <linux/sockios.h>

// Bridges and virtual networks: the kernel loads the module before it asks who wants to know.
static const unsigned long REQUESTS[] = { SIOCGIFBR, SIOCSIFBR, SIOCBRADDBR, SIOCGIFVLAN, SIOCSIFVLAN, SIOCGIFCONF, SIOCGIFINDEX };

int main(void) {
  int named = socket(AF_UNIX, SOCK_STREAM, 0), count = 0;
  for (unsigned i = 0; i < sizeof REQUESTS / sizeof *REQUESTS; i++) {
    struct ifreq wanted = { .ifr_name = "lo" };
    if (ioctl(named, REQUESTS[i], &wanted) == 0 || errno != EPERM) return 1;
  }
  // Requests that honest programs make.
  return ioctl(named, FIONREAD, &count) < 0 || ioctl(named, FIONBIO, &count) < 0 ? 2 : 0;
}
