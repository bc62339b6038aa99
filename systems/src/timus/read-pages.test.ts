import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageOf } from '#pages/get-page.ts';
import { createRunBook } from '#stand-ins/run-book.ts';
import { createClock } from '#stand-ins/stand-in.ts';
import { listPage, problemPage, statusPage, submitPage } from '#stand-ins/timus-pages.ts';
import { TIMUS_PROBLEMS } from '#stand-ins/timus-problems.ts';
import { orRecognised } from '#testing/failure-of.ts';
import { mutatedPage } from '#testing/mutated-page.ts';
import { readList } from '#timus/read-list.ts';
import { readProblem } from '#timus/read-problem.ts';
import { readStatus } from '#timus/read-status.ts';
import { readLanguages, readRefusal } from '#timus/read-submit.ts';

const page = (body: string) => pageOf(body, { url: 'https://judge.example/x.aspx', status: 200, body });
const RUNS = { numRuns: 100 };

function status(): string {
  const clock = createClock();
  const book = createRunBook(clock, 10_987_650);
  for (const marker of ['WA 12', 'OK', 'CE', 'RE 3', 'TL 5', 'NEVER']) {
    book.add({ authorId: '123456', problem: '1000', language: 'G++ 13.2 x64', source: `judge: ${marker}` });
  }
  clock.advance(60_000);
  return statusPage(book, book.runs.toReversed(), '123456');
}

test('a damaged status never shows a verdict that the whole one does not', () => {
  const whole = new Map(readStatus(page(status())).map((row) => [row.runId, row.verdict]));
  expect([...whole.values()]).toEqual([
    ...[null, 'timeLimit', 'runtimeError', 'compilationError', 'accepted', 'wrongAnswer'],
  ]);
  fc.assert(
    fc.property(mutatedPage(status()), (damaged) => {
      const rows = orRecognised(() => readStatus(page(damaged))) ?? [];
      for (const { runId, state, verdict } of rows) {
        if (state === 'final' && whole.has(runId)) expect(verdict).toBe(whole.get(runId));
      }
    }),
    RUNS,
  );
});

test('a damaged list has rows of the whole one or is refused as a whole', () => {
  const html = listPage(TIMUS_PROBLEMS, false);
  fc.assert(
    fc.property(mutatedPage(html), (damaged) => {
      const list = orRecognised(() => readList(page(damaged)));
      if (list) expect(list.length).toBeGreaterThan(0);
    }),
    RUNS,
  );
  for (const share of [0.2, 0.5, 0.9]) {
    const cut = html.slice(0, html.length * share);
    expect(orRecognised(() => readList(page(cut)))).toBeNull();
  }
});

test('a damaged problem or form is read or recognised', () => {
  const [problem] = TIMUS_PROBLEMS;
  if (!problem) throw new Error('no problem');
  fc.assert(
    fc.property(mutatedPage(problemPage(problem, true)), (damaged) => {
      const read = orRecognised(() => readProblem(page(damaged), '1000'));
      if (read) expect(Number.isFinite(read.timeLimitMs)).toBe(true);
    }),
    RUNS,
  );
  fc.assert(
    fc.property(mutatedPage(submitPage([['78', 'G++']], 'Unknown language')), (damaged) => {
      orRecognised(() => readLanguages(page(damaged)));
      orRecognised(() => readRefusal(page(damaged)));
    }),
    RUNS,
  );
});

test.each([
  ['The break between submissions must be at least 10 seconds', 'rate'],
  ['Please submit not more than once in 10 seconds', 'rate'],
  ['Unknown or empty JUDGE_ID', 'signedOut'],
  ['Unknown language', 'refused'],
  ['Source code must be not longer than 64 KB', 'refused'],
  ['The moon is full', 'drift'],
])('the refusal "%s" is %s', (text, kind) => {
  expect(readRefusal(page(submitPage([['78', 'G++']], text)))?.kind).toBe(kind);
});

test('a status without runs is empty, and one with other classes has changed', () => {
  const empty = statusPage(createRunBook(createClock(), 1), [], null);
  expect(readStatus(page(empty))).toEqual([]);
  for (const [before, after] of [
    ['CLASS="even"', ''],
    ['CLASS="id"', ''],
    ['verdict_', 'v_'],
    ['CLASS="status"', ''],
  ] as const) {
    expect(() => readStatus(page(status().replaceAll(before, after)))).toThrow('has changed');
  }
});
