import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiRuns } from '#cf/api-results.ts';
import { placeOf } from '#cf/places.ts';
import { readContestRow } from '#cf/read-contest-page.ts';
import { readProblemPage } from '#cf/read-problem.ts';
import { readReply } from '#cf/read-reply.ts';
import { stateOf } from '#cf/read-runs.ts';
import { readSendAnswer } from '#cf/read-send-answer.ts';
import { readSubmitForm } from '#cf/read-submit-form.ts';
import { sitePageOf } from '#cf/site.ts';
import { OutsideError } from '#failures.ts';
import type { OutsideAnswer } from '#http/outside-http.ts';
import { readSguPage } from '#sgu/read-problem.ts';
import { pageOf, submitForm } from '#stand-ins/cf/pages.ts';
import { PROBLEMS } from '#stand-ins/cf/problems.ts';
import { SGU_PROBLEMS } from '#stand-ins/cf/sgu-problems.ts';
import { mutatedPage } from '#testing/mutated-page.ts';

const BASE = 'https://codeforces.example/';
const FRAME = { csrf: 'c'.repeat(32), handle: 'balloon' };
const FORM = { indexes: null };

const answerOf = (body: string): OutsideAnswer => ({
  ...{ url: `${BASE}x`, status: 200, headers: new Headers(), bytes: Buffer.from(body) },
  text: () => body,
  evidence: () => ({ url: `${BASE}x`, status: 200, body }),
});

/** The value, or the recognised failure in place of it; anything else fails the test. */
function recognised<Value>(read: () => Value): Value | OutsideError {
  try {
    return read();
  } catch (error) {
    if (error instanceof OutsideError) return error;
    throw error;
  }
}

const problemPages = [...PROBLEMS, ...SGU_PROBLEMS].flatMap(({ contestId, statements }) =>
  Object.values(statements).map((html) => ({
    html: pageOf(FRAME, `<div class="problemindexholder">${html}</div>`),
    isSgu: contestId === 99_999,
  })),
);

test('a page of a problem is read as it is, or known to be another', () => {
  for (const { html, isSgu } of problemPages) {
    const read = (body: string) => {
      const page = sitePageOf(answerOf(body), BASE);
      return isSgu ? readSguPage(page) : readProblemPage(page);
    };
    const samples = read(html).statement.samples.length;
    fc.assert(
      fc.property(mutatedPage(html), (body) => {
        const problem = recognised(() => read(body));
        if (problem instanceof OutsideError) return;
        expect(problem.statement.title).not.toBe('');
        expect(problem.statement.html).not.toBe('');
        expect(problem.timeLimitMs).toBeGreaterThanOrEqual(0);
        expect(problem.memoryLimitKb).toBeLessThan(1e12);
        expect(problem.statement.samples.length).toBeLessThanOrEqual(samples);
      }),
      { numRuns: 25 },
    );
  }
});

test('a page that was cut is never half a statement', () => {
  const { html } = problemPages[0] ?? { html: '' };
  for (let length = 0; length < html.length - 10; length += 31)
    expect(
      recognised(() => readProblemPage(sitePageOf(answerOf(html.slice(0, length)), BASE))),
    ).toBeInstanceOf(OutsideError);
});

test('a list of runs has no final verdict that the whole list has not', () => {
  const words = ['OK', 'WRONG_ANSWER', 'COMPILATION_ERROR', 'TESTING', undefined, 'TIME_LIMIT_EXCEEDED'];
  const result = words.map((verdict, at) => ({
    ...{ id: 210_000_001 + at, contestId: 33, creationTimeSeconds: 1_772_000_000 + at },
    problem: { contestId: 33, index: 'A', name: 'Two Baskets', type: 'PROGRAMMING', tags: ['greedy'] },
    author: { contestId: 33, members: [{ handle: 'balloon' }], participantType: 'PRACTICE', ghost: false },
    programmingLanguage: 'C++17 (GCC 7-32)',
    ...(verdict === undefined ? {} : { verdict }),
    ...{ testset: 'TESTS', passedTestCount: at, timeConsumedMillis: 46, memoryConsumedBytes: 1024 },
  }));
  const whole = JSON.stringify({ status: 'OK', result });
  const statesOf = (text: string) =>
    readReply(text, ApiRuns, { url: BASE, status: 200, body: text }).map(stateOf);
  const known = new Map(statesOf(whole).map((state) => [state.runId, state.verdict]));
  fc.assert(
    fc.property(mutatedPage(whole), (text) => {
      const states = recognised(() => statesOf(text));
      if (states instanceof OutsideError) return;
      for (const { runId, verdict } of states)
        if (verdict !== null && known.has(runId)) expect(verdict).toBe(known.get(runId));
    }),
    { numRuns: 300 },
  );
});

test('a form is read, or known to be another', () => {
  const place = placeOf('archive:33A');
  if (!place) throw new Error('no place');
  const html = pageOf(FRAME, submitForm(FRAME, FORM));
  fc.assert(
    fc.property(mutatedPage(html), (body) => {
      const form = recognised(() => readSubmitForm(sitePageOf(answerOf(body), BASE), place));
      if (!(form instanceof OutsideError)) expect(form.fields.csrf_token).not.toBe('');
    }),
  );
});

test('a form without an error never refuses a solution, and no form ever takes one', () => {
  const kinds = (errors: Record<string, string>) => {
    const seen = new Set<string>();
    const html = pageOf(FRAME, submitForm(FRAME, { ...FORM, errors }));
    fc.assert(
      fc.property(mutatedPage(html), (body) => {
        try {
          readSendAnswer(answerOf(body), BASE);
          seen.add('taken');
        } catch (error) {
          seen.add(error instanceof OutsideError ? error.kind : 'unknown');
        }
      }),
      { numRuns: 150 },
    );
    return [...seen].filter((kind) => kind !== 'unknown');
  };
  expect(kinds({})).toEqual([]);
  expect(kinds({ source: 'You have submitted exactly the same code before' })).toContain('duplicate');
});

test('a page of a contest is read, or known to be another', () => {
  const row =
    '<tr><td class="id"><a>A</a></td><td><div>Scroll</div><div>a.in/a.out 1.5 s, 64 MB</div></td></tr>';
  const html = pageOf(FRAME, `<table class="problems">${row}</table>`);
  const read = (body: string) => readContestRow(sitePageOf(answerOf(body), BASE), 'A');
  expect(read(html)).toEqual({
    timeLimitMs: 1500,
    memoryLimitKb: 65_536,
    inputFile: 'a.in',
    outputFile: 'a.out',
  });
  fc.assert(fc.property(mutatedPage(html), (body) => void recognised(() => read(body))));
});
