import { afterEach, expect, test } from 'vitest';
import { forgetEarlyAnswers, takeEarlyAnswer } from '#shared/api/calls/early-answers.ts';

const ADDRESS = '/api/contest/1';

afterEach(() => {
  globalThis.earlyAnswers = undefined;
});

function askedEarly(answer: Response | null): void {
  globalThis.earlyAnswers = new Map([[ADDRESS, Promise.resolve(answer)]]);
}

test('an early answer is for one question', async () => {
  const answer = new Response('{}');
  askedEarly(answer);
  expect(await takeEarlyAnswer('/api/contest/2', 0)).toBeNull();
  expect(await takeEarlyAnswer(ADDRESS, 0)).toBe(answer);
  expect(await takeEarlyAnswer(ADDRESS, 0)).toBeNull();
});

test('a page without early answers asks itself', async () => {
  expect(await takeEarlyAnswer(ADDRESS, 0)).toBeNull();
});

test.each([
  ['a refusal', new Response('{}', { status: 403 })],
  ['a lost connection', null],
])('%s is not taken', async (_name, answer) => {
  askedEarly(answer);
  expect(await takeEarlyAnswer(ADDRESS, 0)).toBeNull();
});

test('that nobody is signed in is not asked twice', async () => {
  const answer = new Response('{}', { status: 401 });
  askedEarly(answer);
  expect(await takeEarlyAnswer(ADDRESS, 0)).toBe(answer);
});

test('an old answer is not taken', async () => {
  askedEarly(new Response('{}'));
  expect(await takeEarlyAnswer(ADDRESS, 30_000)).toBeNull();
});

test('nothing is taken after a change', async () => {
  askedEarly(new Response('{}'));
  forgetEarlyAnswers();
  expect(await takeEarlyAnswer(ADDRESS, 0)).toBeNull();
});
