import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PackageReport } from '@balloon/contracts/judging/package-report.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPackage } from '#packages/build-package.ts';
import type { BuiltPackage } from '#packages/built-problem.ts';
import { openTestWorkshop } from '#testing/open-test-workshop.ts';
import { shareHeaders } from '#testing/shared-headers.ts';
import type { OpenWorkshop } from '#workshop/open-workshop.ts';

/*
 * Problem packages of our own in both formats: every labelled solution must show its label, and the built problem
 * must be complete.
 */

const FOLDER = fileURLToPath(new URL('../../testsuite/packages/', import.meta.url));
const NAMES = (await readdir(FOLDER)).filter((name) => !name.startsWith('.'));

let workDir: string;
let open: OpenWorkshop;

beforeAll(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'balloon-packages-'));
  open = await openTestWorkshop({
    workDir,
    slots: 2,
    blobSource: () => Promise.reject(new Error('nothing comes from elsewhere')),
    log: { info: () => {}, warn: () => {}, error: console.error },
  });
  await shareHeaders(open);
});

afterAll(async () => {
  await open.close();
  await rm(workDir, { recursive: true, force: true });
});

function build(path: string): Promise<BuiltPackage> {
  const hooks = { progress: () => {}, signal: new AbortController().signal };
  return buildPackage(path, path, { open, slots: open.slots, testlibFolder: null }, hooks);
}

/** Lists rows that do not agree, in a form that explains a failure of the test. */
function disagreeing({ solutions }: PackageReport) {
  return solutions
    .filter(({ agrees }) => agrees === 'no')
    .map(({ file, expected, got, seen, test: on, detail }) => ({ file, expected, got, seen, on, detail }));
}

let labelled = 0;

describe('packages', { timeout: 600_000 }, () => {
  test.each(NAMES)('%s', async (name) => {
    await using built = await build(join(FOLDER, name));
    const { report, problem, contents } = built;
    expect(report.findings.filter(({ level }) => level === 'error')).toEqual([]);
    expect(disagreeing(report)).toEqual([]);
    expect(report.outcome).toBe('agrees');
    labelled += report.solutions.length;

    expect(problem?.tests).toHaveLength(report.testsNumber);
    for (const { inputSha256, answerSha256, picture } of problem?.tests ?? []) {
      expect(contents.has(inputSha256)).toBe(true);
      expect(contents.has(answerSha256)).toBe(true);
      if (picture) expect(contents.has(picture.sha256)).toBe(true);
    }
    const pictures = problem?.tests.filter(({ picture }) => picture).length;
    expect(pictures).toBe(name === 'icpc-number' ? 1 : 0);
  });

  test('they have thirty labelled solutions and more', () => {
    expect(labelled).toBeGreaterThanOrEqual(30);
  });
});
