// expect: idlenessLimit on 1
#include <condition_variable>
#include <mutex>
int main() { std::mutex mutex; std::unique_lock lock(mutex); std::condition_variable never; never.wait(lock, [] { return false; }); }
