// hostile: opens the host's root directory by its inode number; expect: cause=security
#define _GNU_SOURCE
#include <fcntl.h>
int main(int n, char **v) {
  struct { struct file_handle head; unsigned number[2]; } root = { { .handle_bytes = 8, .handle_type = 1 }, { 2, 0 } };
  int mount = open(v[0], O_RDONLY);
  return open_by_handle_at(mount, &root.head, O_RDONLY) >= 0 || n < 0;
}
