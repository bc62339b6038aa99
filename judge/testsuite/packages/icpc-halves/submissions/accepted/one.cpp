#include <utility>
std::pair<long long, long long> split(long long sum) { return {1, sum - 1}; }
