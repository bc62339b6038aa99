#include <cstdio>
#include <cstring>
int main() {
  int low = 1, high = 100;
  char reply[20] = "";
  while (std::strcmp(reply, "right") != 0) {
    int middle = (low + high) / 2;
    std::printf("%d\n", middle);
    std::fflush(stdout);
    if (std::scanf("%19s", reply) != 1) return 1;
    if (std::strcmp(reply, "less") == 0) high = middle - 1;
    if (std::strcmp(reply, "more") == 0) low = middle + 1;
  }
  // The validator has gone; whoever waits for it must see the end of its words.
  while (std::scanf("%19s", reply) == 1) {
  }
}
