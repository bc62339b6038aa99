import type { Compiler } from '#languages/installed.ts';

/** Program ready to run, kept in the cache until it is disposed of. */
export interface Program extends Disposable {
  language: Compiler;
  /** Host folder that the container shows as /box. */
  folder: string;
  /** Returns the command line inside the container under a memory limit. */
  argv(memoryLimitKb: number): readonly string[];
}
