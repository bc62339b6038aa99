#include <utility>
std::pair<long long, long long> split(long long sum) { return {sum / 2, sum - sum / 2}; }
