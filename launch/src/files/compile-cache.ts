import { enableCompileCache } from 'node:module';
import path from 'node:path';

/**
 * Folder where Node keeps compiled modules: a process then starts with half the CPU time, since the types of its
 * TypeScript are not stripped again. Lies with the installed packages, because whoever may write there decides what
 * the site runs anyway; a folder of everybody's, Node's default, would let any account decide it.
 */
export const COMPILE_CACHE = path.join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'node_modules',
  '.cache',
  'balloon',
);

// Does nothing, and fails nothing, where the folder cannot be written.
enableCompileCache(COMPILE_CACHE);
