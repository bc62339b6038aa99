#include "feedback.h"

void refuse(const std::string &feedback, const std::string &words) {
  std::ofstream(feedback + "judgemessage.txt") << words << std::endl;
  std::exit(43);
}
