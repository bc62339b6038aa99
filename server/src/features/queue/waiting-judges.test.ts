import { expect, test } from 'vitest';
import { WaitingJudges } from '#features/queue/waiting-judges.ts';

const LONG_MS = 60_000;

test('a wake-up goes to the longest waiting claim that has the language', async () => {
  const waiting = new WaitingJudges();
  const [rust, first, second] = [['rust'], ['python3', 'cpp20'], ['python3']].map((keys) =>
    waiting.enter(keys),
  );
  const order: string[] = [];
  void rust?.woken(LONG_MS).then(() => order.push('rust'));
  void second?.woken(LONG_MS).then(() => order.push('second'));
  const woken = first?.woken(LONG_MS).then(() => order.push('first'));

  waiting.wake('python3');
  await woken;

  expect(order).toEqual(['first']);
  waiting.giveUpAll();
});

test('when the server stops no claim waits any longer, nor does one that comes later', async () => {
  const waiting = new WaitingJudges();
  const early = waiting.enter(['python3']);
  const sleeping = early.woken(LONG_MS);

  waiting.giveUpAll();
  const late = waiting.enter(['python3']);

  await Promise.all([sleeping, late.woken(LONG_MS)]);
  expect([early.isGivenUp, late.isGivenUp]).toEqual([true, true]);
});

test('a claim is idle while it sleeps, for those who share a language with it', async () => {
  const waiting = new WaitingJudges();
  const claim = waiting.enter(['python3', 'cpp20']);
  expect(waiting.hasIdle(['python3'])).toBe(false);
  const woken = claim.woken(LONG_MS);
  expect([waiting.hasIdle(['rust', 'cpp20']), waiting.hasIdle(['rust'])]).toEqual([true, false]);

  waiting.wake('python3');
  await woken;

  expect(waiting.hasIdle(['python3'])).toBe(false);
});

test('a wake-up of a claim that leaves before it has asked goes to the next one', async () => {
  const waiting = new WaitingJudges();
  const [first, second] = [waiting.enter(['python3']), waiting.enter(['python3'])];
  const woken = first.woken(LONG_MS);
  let isSecondWoken = false;
  const secondWoken = second.woken(LONG_MS).then(() => {
    isSecondWoken = true;
  });
  waiting.wake('python3');
  await woken;

  first.giveUp(); // its judge has hung up meanwhile
  first.leave();

  await new Promise(setImmediate);
  expect(isSecondWoken).toBe(true);
  waiting.giveUpAll();
  await secondWoken;
});
