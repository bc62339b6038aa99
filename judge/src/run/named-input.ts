import { rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '#run/program.ts';
import { openProgramBox } from '#run/program-box.ts';
import type { RunRequest } from '#sandbox/sandbox.ts';

/** Size in bytes from which an input file is not copied into the scratch directory, which lies in memory. */
const LINKED_FROM_BYTES = 64 * 1024 ** 2;

/** Input file of a program, to be found under its name in the working directory. */
export interface NamedInput {
  request: Pick<RunRequest, 'filesIn' | 'box'>;
  /** Memory in KB that its copy takes. */
  copiedKb: number;
}

/**
 * Puts an input into the working directory: a copy of a small one, of a large one a link to the file beside the program,
 * which cannot be written there.
 *
 * @param input host path
 * @param folder of the slot, on the file system of programs and blobs
 */
export function namedInput(program: Program, input: string, name: string, folder: string): NamedInput {
  const { size } = statSync(input);
  if (size < LINKED_FROM_BYTES)
    return { request: { filesIn: [{ from: input, name }] }, copiedKb: Math.ceil(size / 1024) };
  const box = openProgramBox(program, join(folder, 'program-box'), ['input']);
  box.show({ input });
  const link = join(folder, 'input-link');
  rmSync(link, { force: true });
  symlinkSync(box.paths.input, link);
  return { request: { filesIn: [{ from: link, name }], box: box.folder }, copiedKb: 0 };
}
