// The interactor has noted the number of guesses; ten are enough for a thousand.
#include <cstdio>

int main(int argc, char **argv) {
  if (argc < 4) return 3;
  std::FILE *notes = std::fopen(argv[2], "r");
  int guesses;
  if (!notes || std::fscanf(notes, "%d", &guesses) != 1) return 3;
  std::fprintf(stderr, "%d guesses\n", guesses);
  return guesses <= 10 ? 0 : 1;
}
