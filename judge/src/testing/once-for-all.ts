import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;

/**
 * Makes what all test files of a run need and only one of them has to make, while the others wait.
 *
 * @param file file or folder that `make` makes last
 * @returns what `make` returns, or undefined where another process has made it
 */
export async function onceForAll<Made>(file: string, make: () => Promise<Made>): Promise<Made | undefined> {
  const turn = `${file}.turn`;
  while (!existsSync(file)) {
    if (takeTurn(turn)) {
      try {
        return await make();
      } finally {
        rmSync(turn, { force: true });
      }
    }
    await setTimeout(LOOK_EVERY_MS);
  }
  return undefined;
}

/** @param turn file of the process that makes it for all, which contains its id */
function takeTurn(turn: string): boolean {
  try {
    writeFileSync(turn, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch {
    if (!existsSync(`/proc/${readTurn(turn)}`)) rmSync(turn, { force: true }); // its process was killed
    return false;
  }
}

/** Reads whose turn it is: empty, thus never a process that has ended, while the file is being written or removed. */
function readTurn(turn: string): string {
  try {
    return readFileSync(turn, 'utf8');
  } catch {
    return '';
  }
}
