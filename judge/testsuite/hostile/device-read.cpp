// hostile: reads an endless device into memory; expect: cause=memory|cpu|signal
#include <fstream>
#include <iterator>
#include <string>
int main() { std::ifstream zero("/dev/zero"); std::string all((std::istreambuf_iterator<char>(zero)), {}); return all.size() > 0; }
