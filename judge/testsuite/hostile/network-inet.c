// hostile: connects to the host and to the world, and listens; expect: cause=exit exitCode=0
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
static int reach(int type, const char *address, int port) {
  struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(port) };
  inet_pton(AF_INET, address, &to.sin_addr);
  int fd = socket(AF_INET, type, 0);
  return fd >= 0 && connect(fd, (struct sockaddr *) &to, sizeof to) == 0;
}
int main(int n, char **v) {
  int port = n > 2 ? atoi(v[2]) : 22;
  return reach(SOCK_STREAM, "127.0.0.1", port) || reach(SOCK_STREAM, "1.1.1.1", 53) || reach(SOCK_DGRAM, "8.8.8.8", 53);
}
