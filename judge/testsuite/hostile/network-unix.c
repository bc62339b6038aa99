// hostile: connects to an abstract socket of the host and to its daemons; expect: cause=exit exitCode=0
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
static int reach(const char *name, int is_abstract) {
  struct sockaddr_un to = { .sun_family = AF_UNIX };
  strcpy(to.sun_path + is_abstract, name);
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  return connect(fd, (struct sockaddr *) &to, offsetof(struct sockaddr_un, sun_path) + is_abstract + strlen(name)) == 0;
}
int main(int n, char **v) {
  return (n > 3 && reach(v[3], 1)) || reach("/run/dbus/system_bus_socket", 0) || reach("/var/run/docker.sock", 0);
}
