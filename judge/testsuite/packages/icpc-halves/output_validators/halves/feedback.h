#pragma once
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

[[noreturn]] void refuse(const std::string &feedback, const std::string &words);
