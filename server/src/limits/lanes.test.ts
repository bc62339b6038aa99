import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Lanes, NoTurnError } from '#limits/lanes.ts';

const lane = (key: string, waiting = 10) => ({ key, pauseMs: 1, waiting });

test('a lane does one piece of work at a time, the newest first', async () => {
  const lanes = new Lanes();
  const done: number[] = [];
  let atOnce = 0;
  const work = (number: number) => async () => {
    atOnce += 1;
    expect(atOnce).toBe(1);
    await pause(1);
    atOnce -= 1;
    done.push(number);
  };

  await Promise.all([1, 2, 3, 4].map((number) => lanes.take(lane('a'), work(number))));

  expect(done).toEqual([1, 4, 3, 2]);
});

test('when too many wait the one that waited longest gets no turn', async () => {
  const lanes = new Lanes();
  const results = await Promise.allSettled(
    [1, 2, 3, 4].map((number) => lanes.take(lane('a', 2), async () => number)),
  );

  expect(results[1]).toMatchObject({ status: 'rejected', reason: expect.any(NoTurnError) });
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

test('failed work says so and leaves the lane to others; an empty lane is forgotten', async () => {
  const lanes = new Lanes();
  const failing = lanes.take(lane('a'), () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await lanes.take(lane('a'), async () => 'fine')).toBe('fine');
  await expect.poll(() => lanes.size).toBe(0);
});
