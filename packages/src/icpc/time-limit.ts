import type { PackageSource } from '#icpc/package-source.ts';
import type { ProblemYaml } from '#icpc/problem-yaml.ts';
import { PackageError } from '#package-error.ts';
import type { PackageTimeLimit } from '#problem-package.ts';

/**
 * Reads the time limit: stated by `problem.yaml`, by DOMjudge's `domjudge-problem.ini` or by the file `.timelimit`,
 * both of which have seconds; otherwise to be measured.
 */
export async function readTimeLimit(source: PackageSource, problem: ProblemYaml): Promise<PackageTimeLimit> {
  const stated = [
    { from: 'problem.yaml', sec: problem.limits.timeLimitSec },
    { from: INI, sec: await secondsOfIni(source) },
    { from: DOT_FILE, sec: await secondsOfDotFile(source) },
  ].filter((each): each is { from: string; sec: number } => each.sec !== null);

  const [first, ...others] = stated;
  if (first === undefined) {
    const { multiplier, resolutionSec } = problem.limits;
    return { kind: 'measured', multiplier, resolutionMs: Math.max(1, Math.round(resolutionSec * 1000)) };
  }
  for (const { from, sec } of others) {
    if (sec !== first.sec)
      source.note(`${first.from} says ${first.sec} s, ${from} ${sec} s: the former counts`);
  }
  return { kind: 'stated', ms: Math.max(1, Math.round(first.sec * 1000)) };
}

const INI = 'domjudge-problem.ini';
const DOT_FILE = '.timelimit';

async function secondsOfIni(source: PackageSource): Promise<number | null> {
  if (!source.has(INI)) return null;
  const text = await source.opened.readText(INI, 64 * 1024);
  const line = /^[ \t]*timelimit[ \t]*=(.*)$/m.exec(text);
  return line === null ? null : seconds(INI, (line[1] ?? '').trim().replace(/^(['"])(.*)\1$/, '$2'));
}

async function secondsOfDotFile(source: PackageSource): Promise<number | null> {
  if (!source.has(DOT_FILE)) return null;
  return seconds(DOT_FILE, (await source.opened.readText(DOT_FILE, 1024)).trim());
}

function seconds(file: string, text: string): number {
  const sec = Number(text);
  if (text === '' || !Number.isFinite(sec) || sec <= 0) {
    throw new PackageError(`${file}: the time limit must be a number of seconds, not "${text}"`);
  }
  return sec;
}
