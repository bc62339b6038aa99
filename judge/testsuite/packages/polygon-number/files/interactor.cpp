// Tells the highest number, answers guesses with "<", ">" or "=", and notes how many there were.
#include <cstdio>

int main(int argc, char **argv) {
  if (argc < 3) return 3;
  std::FILE *input = std::fopen(argv[1], "r"), *notes = std::fopen(argv[2], "w");
  int highest, secret, guess, guesses = 0;
  if (!input || !notes || std::fscanf(input, "%d %d", &highest, &secret) != 2) return 3;
  std::printf("%d\n", highest);
  std::fflush(stdout);
  while (guesses <= 10) {
    if (std::scanf("%d", &guess) != 1) {
      std::fprintf(stderr, "a guess is expected\n");
      return 2;
    }
    guesses++;
    std::puts(secret < guess ? "<" : secret > guess ? ">" : "=");
    std::fflush(stdout);
    if (guess == secret) break;
  }
  std::fprintf(notes, "%d\n", guesses);
  std::fprintf(stderr, "%d guesses\n", guesses);
  return 0;
}
