import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onceForAll } from '#testing/once-for-all.ts';

/** File for this user on this machine: the tests try each language once and not in every file. */
export const TRIED_LANGUAGES = join(tmpdir(), `balloon-tested-languages-${process.getuid?.()}.json`);

/** Calls `open`, which tries the languages if no test has; others wait meanwhile, so that a run tries them once. */
export async function afterFirstTry<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  return (await onceForAll(TRIED_LANGUAGES, open)) ?? open();
}

/** Gives a judge that is about to start in this folder the languages that tests have tried, unless it was there before. */
export function rememberTried(workDir: string): void {
  if (!existsSync(TRIED_LANGUAGES) || existsSync(workDir)) return;
  mkdirSync(workDir, { recursive: true });
  copyFileSync(TRIED_LANGUAGES, join(workDir, 'languages.json'));
}
