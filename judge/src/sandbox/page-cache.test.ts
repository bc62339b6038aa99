import { execFileSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { openTestSandbox, SMALL } from '#sandbox/testing.ts';

/** A folder on a disk, also in a whole run, whose temporary files lie in memory and need no page cache. */
const ON_DISK = process.env.KEPT_OF_TESTS ?? tmpdir();

/** Reads its input, then takes 8 MB page by page, so that the limit is reached to the byte. */
const READER = `
#include <stdio.h>
#include <sys/mman.h>
static char part[65536];
int main(void) {
  while (fread(part, 1, sizeof part, stdin) > 0);
  char *memory = mmap(0, 8 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise(memory, 8 << 20, MADV_NOHUGEPAGE);
  for (int i = 0; i < 8 << 20; i += 4096) memory[i] = 1;
  return 42;
}`;

test('a program that reads more than its memory from the disk may end with any exit code', async () => {
  await using everything = new AsyncDisposableStack();
  const box = await openTestSandbox({}, ON_DISK);
  everything.defer(() => box.close());
  const program = await box.compile(READER);
  const input = box.path('input');
  await writeFile(input, Buffer.alloc(2 * SMALL.memoryKb * 1024, '1'));
  await chmod(input, 0o644);
  // The kernel forgets what it holds of the file, so that the pages are charged to the run that reads them.
  execFileSync('dd', [`of=${input}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0', 'status=none']);

  const result = await box.run([program], { stdin: input });

  expect(result).toMatchObject({ cause: 'exit', exitCode: 42 });
});
