import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { takeWorkDir } from '#commands/judge.ts';

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
