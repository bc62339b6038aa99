import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** File for this user on this machine: the tests try each language once and not in every file. */
export const TRIED_LANGUAGES = join(tmpdir(), `balloon-tested-languages-${process.getuid?.()}.json`);

/** File of the process that tries the languages for all, which contains its id. */
const TURN = `${TRIED_LANGUAGES}.turn`;
const LOOK_EVERY_MS = 100;

/** Calls `open`, which tries the languages if no test has; others wait meanwhile, so that a run tries them once. */
export async function afterFirstTry<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  while (!existsSync(TRIED_LANGUAGES)) {
    if (takeTurn()) {
      try {
        return await open();
      } finally {
        rmSync(TURN, { force: true });
      }
    }
    await setTimeout(LOOK_EVERY_MS);
  }
  return open();
}

/** Gives a judge that is about to start in this folder the languages that tests have tried, unless it was there before. */
export function rememberTried(workDir: string): void {
  if (!existsSync(TRIED_LANGUAGES) || existsSync(workDir)) return;
  mkdirSync(workDir, { recursive: true });
  copyFileSync(TRIED_LANGUAGES, join(workDir, 'languages.json'));
}

function takeTurn(): boolean {
  try {
    writeFileSync(TURN, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch {
    if (!existsSync(`/proc/${readTurn()}`)) rmSync(TURN, { force: true }); // its process was killed
    return false;
  }
}

/** Reads whose turn it is: empty, thus never a process that has ended, while the file is being written or removed. */
function readTurn(): string {
  try {
    return readFileSync(TURN, 'utf8');
  } catch {
    return '';
  }
}
