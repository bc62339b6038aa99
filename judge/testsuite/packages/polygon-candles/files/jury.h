// What the programs of this package share: reading whole files and ending with a verdict.
#pragma once
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

enum { OK = 0, WRONG = 1, PRESENTATION = 2, FAILED = 3 };

[[noreturn]] inline void quit(int code, const std::string &words) {
  std::cerr << words << std::endl;
  std::exit(code);
}
