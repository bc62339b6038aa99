#include <cstdio>
int main() {
  int low = 1, high;
  std::scanf("%d", &high);
  for (char reply = 0; reply != '=';) {
    int middle = (low + high) / 2;
    std::printf("%d\n", middle);
    std::fflush(stdout);
    if (std::scanf(" %c", &reply) != 1) return 1;
    if (reply == '<') high = middle - 1;
    if (reply == '>') low = middle + 1;
  }
}
