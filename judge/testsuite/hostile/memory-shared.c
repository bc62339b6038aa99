// hostile: touches shared memory, which belongs to no process alone; expect: cause=memory
#include <string.h>
#include <sys/mman.h>
int main(void) {
  for (;;) {
    void *p = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p != MAP_FAILED) memset(p, 1, 1 << 20);
  }
}
