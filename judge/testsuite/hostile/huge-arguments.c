// hostile: calls exec over and over with megabytes of arguments and environment; expect: cause=cpu|memory
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int n, char **v) {
  static char *arguments[60];
  for (int i = 0; i < 58; i++) {
    arguments[i] = malloc(100000);
    memset(arguments[i], 'a', 99999);
    arguments[i][99999] = 0;
  }
  execve(v[0] != 0 && *v[0] == '/' ? v[0] : "/proc/self/exe", arguments, arguments + 30);
  execve("/proc/self/exe", arguments, arguments + 57);
  return n > 0;
}
