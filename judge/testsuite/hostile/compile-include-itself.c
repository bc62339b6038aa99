// hostile: includes itself twice, two hundred levels deep; expect: cause=cpu|memory|exit exitCode=1
#include __FILE__
#include __FILE__
int main(void) { return 0; }
