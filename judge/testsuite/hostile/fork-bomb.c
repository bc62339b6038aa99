// hostile: forks for ever; expect: cause=cpu|memory
#include <unistd.h>
int main(void) { for (;;) fork(); }
