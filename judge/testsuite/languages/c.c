#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *next; long number; };

static struct node *volatile list;

static long deep(volatile long level)
{
  return level == 0 ? 0 : 1 + deep(level - 1);
}

int main(void)
{
  char wish[80];
  if (scanf("%79s", wish) != 1)
    return 1;
  if (strcmp(wish, "hello") == 0)
    puts("hello");
  else if (strcmp(wish, "deep") == 0)
    printf("%ld\n", deep(100000));
  else if (strcmp(wish, "exit") == 0)
    exit(3);
  else if (strcmp(wish, "fail") == 0)
    abort();
  else if (strcmp(wish, "loop") == 0)
    for (volatile int i = 0;; i++);
  else if (strcmp(wish, "blocks") == 0)
    for (;;)
      memset(malloc(1 << 20), 1, 1 << 20);
  else if (strcmp(wish, "nodes") == 0)
    for (;;) {
      struct node *first = malloc(sizeof *first);
      *first = (struct node) { .next = list, .number = 1 };
      list = first; // kept where the compiler must believe that somebody reads it
    }
  return 0;
}
