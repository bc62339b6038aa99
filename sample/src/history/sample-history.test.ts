import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { beforeAll, expect, test } from 'vitest';
import { type SampleHistory, sampleHistory } from '#history/sample-history.ts';
import { readSampleProblems } from '#read-sample.ts';
import type { SampleProblem } from '#sample-problem.ts';

let problems: SampleProblem[];
let history: SampleHistory;
beforeAll(async () => {
  problems = await readSampleProblems();
  history = sampleHistory(problems);
});

test('a hundred people send a few thousand programs, the same each time', () => {
  const sent = history.contests.reduce((sum, { attempts }) => sum + attempts.length, 0);
  expect(history.people).toHaveLength(100);
  expect(sent).toBeGreaterThan(2000);
  expect(sent).toBeLessThan(6000);
  expect(sampleHistory(problems)).toEqual(history);
});

test('names and logins are told apart, in two alphabets', () => {
  const names = history.people.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  expect(new Set(names).size).toBe(100);
  expect(new Set(history.people.map(({ login }) => login)).size).toBe(100);
  const russian = names.filter((name) => /[а-яё]/i.test(name));
  expect(russian.length).toBeGreaterThan(30);
  expect(russian.length).toBeLessThan(80);
});

test('all is sent within the contest or its practice, in the order of time, and all contests are over', () => {
  for (const { attempts, startedAgoMs, durationTimeMs, practiceDurationTimeMs } of history.contests) {
    const times = attempts.map(({ sentAfterMs }) => sentAfterMs);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times[0]).toBeGreaterThan(0);
    expect(times.at(-1)).toBeLessThan(durationTimeMs + practiceDurationTimeMs);
    expect(durationTimeMs + practiceDurationTimeMs).toBeLessThan(startedAgoMs);
  }
});

test('a program and its verdict are those of a reference solution, with a failed test where one failed', () => {
  for (const { slug, source, verdict, testNumber, timeMs, compilationError } of history.contests.flatMap(
    ({ attempts }) => attempts,
  )) {
    const problem = problems.find((one) => one.slug === slug);
    const solution = problem?.solutions.find((one) => one.source === source);
    expect(solution?.expect).toBe(verdict);
    expect(testNumber > 0).toBe(!VERDICTS[verdict].solves && compilationError === null);
    expect(testNumber).toBeLessThanOrEqual(problem?.tests.length ?? 0);
    expect(timeMs).toBeLessThanOrEqual(problem?.timeLimitMs ?? 0);
  }
});

test('results spread: easy problems are solved by most, hard ones by few, and nobody solves one twice', () => {
  const cup = history.contests.at(-1);
  const inTime = cup?.attempts.filter(({ sentAfterMs }) => sentAfterMs < cup.durationTimeMs) ?? [];
  const solvers = cup?.problems.map((slug) =>
    inTime.filter((one) => one.slug === slug && one.verdict === 'accepted').map(({ person }) => person),
  );
  const [first = [], ...others] = solvers ?? [];
  expect(first.length).toBeGreaterThan(70);
  for (const people of [first, ...others]) {
    expect(new Set(people).size).toBe(people.length);
    expect(people.length).toBeGreaterThan(0);
  }
  expect(others.at(-1)?.length).toBeLessThan(20);
});
