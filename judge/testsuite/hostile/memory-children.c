// hostile: twelve children touch 12 MB each, none of them too much alone; expect: cause=memory
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  for (int i = 0; i < 12; i++)
    if (fork() == 0) { memset(malloc(12 << 20), 1, 12 << 20); pause(); }
  pause();
}
