import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openTestSandbox, SMALL } from '#sandbox/testing.ts';
import { parseCoreList } from '#workshop/choose-cores.ts';

const ALLOWED = /^Cpus_allowed_list:\s*(\S+)/m;
const ours = parseCoreList(ALLOWED.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '');
const last = ours.at(-1) ?? 0;

/** Returns the cores that a program may use in slots opened with these cores. */
async function coresIn(cores: readonly number[] | null, slots: readonly number[]) {
  const complaints: string[] = [];
  await using box = await openDisposable({ cores, log: (line: string) => complaints.push(line) });
  const seen: number[][] = [];
  for (const number of slots) {
    const slot = number === 0 ? box.slot : await box.sandbox.openSlot(number);
    const stdout = box.path('status');
    const { cause } = await slot.run({ argv: ['/bin/cat', '/proc/self/status'], stdout, limits: SMALL });
    expect(cause).toBe('exit');
    seen.push(parseCoreList(ALLOWED.exec((await box.read('status')) ?? '')?.[1] ?? ''));
  }
  return { seen, complaints };
}

async function openDisposable(options: Parameters<typeof openTestSandbox>[0]) {
  const box = await openTestSandbox(options);
  return Object.assign(box, { [Symbol.asyncDispose]: () => box.close() });
}

test('a bound slot and its checker run on their core, the slots beyond the list on any', async () => {
  const { seen, complaints } = await coresIn([last], [0, 32, 1, 33]);

  expect(seen).toEqual([[last], [last], ours, ours]);
  expect(complaints).toEqual([]);
});

test('without cores nothing is bound', async () => {
  expect(await coresIn(null, [0])).toEqual({ seen: [ours], complaints: [] });
});

test('a core that does not exist binds no slot and is reported', async () => {
  const { seen, complaints } = await coresIn([1000], [0]);

  expect(seen).toEqual([ours]);
  expect(complaints.join('\n')).toMatch(/cannot bind a slot to core 1000/);
});
