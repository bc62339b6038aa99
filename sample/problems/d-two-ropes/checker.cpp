// Checks an answer to "Two Ropes": checker <input> <output> <answer>
//
// Theory of operation. Many answers are right, so the output is not compared with the jury's but tied to two
// ropes again. The exit code is the verdict: 0 right, 1 wrong, 2 not in the required form, 3 our own files are
// broken or the participant found an answer where the jury has none. The comment goes to the standard error.
// An output comes from a stranger: tokens are read with a limit, and none of its bytes is repeated.

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

enum Verdict { RIGHT = 0, WRONG = 1, PRESENTATION = 2, FAILED = 3 };

[[noreturn]] void quit(Verdict verdict, const std::string &comment) {
  std::fprintf(stderr, "%s\n", comment.c_str());
  std::exit(verdict);
}

bool is_space(int byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

class TokenReader {
 public:
  explicit TokenReader(const char *path) : file_(std::fopen(path, "rb")) {
    if (file_ == nullptr) quit(FAILED, std::string("cannot open ") + path);
  }
  ~TokenReader() { std::fclose(file_); }
  TokenReader(const TokenReader &) = delete;
  TokenReader &operator=(const TokenReader &) = delete;

  // The next token, empty at the end of the file; of a longer one than `limit` only `limit + 1` bytes.
  std::string next(std::size_t limit) {
    int byte = std::getc(file_);
    while (is_space(byte)) byte = std::getc(file_);
    std::string token;
    while (byte != EOF && !is_space(byte) && token.size() <= limit) {
      token.push_back(static_cast<char>(byte));
      byte = std::getc(file_);
    }
    if (byte != EOF) std::ungetc(byte, file_);
    return token;
  }

 private:
  std::FILE *file_;
};

constexpr std::size_t MAX_BALLOONS = 20'000;

std::string read_balloons(const char *path) {
  std::string balloons = TokenReader(path).next(MAX_BALLOONS);
  if (balloons.empty() || balloons.size() > MAX_BALLOONS) quit(FAILED, "the input is broken");
  return balloons;
}

bool jury_has_answer(const char *path) {
  const std::string word = TokenReader(path).next(3);
  if (word != "YES" && word != "NO") quit(FAILED, "the jury's answer is broken");
  return word == "YES";
}

void expect_end(TokenReader &output) {
  if (!output.next(1).empty()) quit(PRESENTATION, "something follows the answer");
}

void check_ropes(const std::string &balloons, const std::string &ropes) {
  if (ropes.empty()) quit(PRESENTATION, "the ropes are missing after YES");
  if (ropes.size() != balloons.size()) {
    quit(PRESENTATION, "there must be one rope for each of the " + std::to_string(balloons.size()) + " balloons");
  }
  char last[2] = {0, 0};
  for (std::size_t i = 0; i < balloons.size(); ++i) {
    if (ropes[i] != '1' && ropes[i] != '2') {
      quit(PRESENTATION, "rope of balloon " + std::to_string(i + 1) + " is neither 1 nor 2");
    }
  }
  for (std::size_t i = 0; i < balloons.size(); ++i) {
    char &end = last[ropes[i] - '1'];
    if (end == balloons[i]) {
      quit(WRONG, "balloon " + std::to_string(i + 1) + " hangs next to one of the same colour");
    }
    end = balloons[i];
  }
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 4) quit(FAILED, "usage: checker <input> <output> <answer>");
  const std::string balloons = read_balloons(argv[1]);
  const bool possible = jury_has_answer(argv[3]);

  TokenReader output(argv[2]);
  const std::string word = output.next(3);
  if (word.empty()) quit(PRESENTATION, "the output is empty");
  if (word == "NO") {
    expect_end(output);
    if (possible) quit(WRONG, "the jury has an answer");
    quit(RIGHT, "there is no answer");
  }
  if (word != "YES") quit(PRESENTATION, "the first word is neither YES nor NO");

  check_ropes(balloons, output.next(MAX_BALLOONS));
  expect_end(output);
  if (!possible) quit(FAILED, "the participant has an answer and the jury has none");
  quit(RIGHT, std::to_string(balloons.size()) + " balloons hang nicely");
}
