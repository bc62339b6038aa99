import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWorkNotes } from '#service/work-notes.ts';

let workDir: string;
beforeEach(() => {
  workDir = mkdtempSync(join(tmpdir(), 'balloon-notes-'));
});
afterEach(() => rmSync(workDir, { recursive: true }));

const atWork = () => readdirSync(join(workDir, 'at-work'));
const solution = (solutionId: number) => ({ judgeId: 7, solutionId, fence: 1_000_000_000_000 + solutionId });

test('the next process learns under which leases the one before it worked', () => {
  const notes = openWorkNotes(workDir);
  const done = notes.write(solution(1));
  notes.write(solution(2));
  done[Symbol.dispose]();
  notes.write({ judgeId: 7, trialRunId: 3, fence: 5 });

  const { left } = openWorkNotes(workDir);

  expect(left).toHaveLength(2);
  expect(left).toEqual(expect.arrayContaining([solution(2), { judgeId: 7, trialRunId: 3, fence: 5 }]));
  expect(openWorkNotes(workDir).left).toEqual([]);
});

test('a file is made for as much work as there is at once, not for each', () => {
  const notes = openWorkNotes(workDir);
  const inodes = new Set<number>();
  for (let number = 1; number <= 5; number += 1) {
    using _first = notes.write(solution(number));
    using _second = notes.write(solution(10 * number));
    for (const name of atWork()) inodes.add(statSync(join(workDir, 'at-work', name)).ino);
  }

  expect(inodes.size).toBe(2);
  expect(openWorkNotes(workDir).left).toEqual([]);
});

test('a note of an earlier version is read, and one that was not finished is none', () => {
  openWorkNotes(workDir);
  writeFileSync(join(workDir, 'at-work', '41.json'), JSON.stringify(solution(41)));
  writeFileSync(join(workDir, 'at-work', '42.json'), '{"judgeId":7,"solu');

  expect(openWorkNotes(workDir).left).toEqual([solution(41)]);
});
