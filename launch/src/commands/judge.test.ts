import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cannotWork, takeWorkDir } from '#commands/judge.ts';
import { StartAccident } from '#start-error.ts';

test.each(['is new', 'was there'])(
  'the folder of a judge, which %s, is closed to other accounts',
  async (kind) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'balloon-judge-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    if (kind === 'was there') mkdirSync(path.join(dataDir, 'judge', 'one'), { recursive: true, mode: 0o755 });
    const workDir = await takeWorkDir(dataDir, 'one');
    expect((statSync(workDir).mode & 0o777).toString(8)).toBe('700');
  },
);

test.each([
  ['a full disk', 'ENOSPC', true],
  ['no memory for its sandbox', 'ENOMEM', true],
  ['a folder that it may not enter', 'EACCES', false],
  ['a machine that lacks what it needs', undefined, false],
])(
  'a judge that does not start for %s is started again, or waits for a hand',
  (_what, code, isTriedAgain) => {
    const failure = cannotWork(Object.assign(new Error('why'), { code }));
    expect(failure.message).toBe('the judge cannot work here: why');
    expect(failure instanceof StartAccident).toBe(isTriedAgain);
  },
);
