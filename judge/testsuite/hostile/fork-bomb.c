// hostile: forks for ever; expect: cause=cpu|wall
#include <unistd.h>
int main(void) { for (;;) fork(); }
