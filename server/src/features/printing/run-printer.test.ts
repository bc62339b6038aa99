import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPrinter } from '#features/printing/run-printer.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'balloon-printer-'));
});
afterAll(() => rm(folder, { recursive: true }));

const INPUT = { queue: 'hall', title: 'balloon-1', printOptions: [], content: 'int main() {}' };

async function givenProgram(script: string): Promise<string> {
  const program = path.join(folder, 'program');
  await writeFile(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o755);
  return program;
}

/** Whether a process is there and has not ended. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return !/\) Z/.test(stat);
}

test.each([
  ['waits for what it has started', 'wait'],
  ['has left it behind', 'exit 0'],
])('a script that %s ends with it when its time is over', async (_, ending) => {
  const pids = path.join(folder, 'pids');
  const program = await givenProgram(`sleep 1000 & echo $! > ${pids}\n${ending}`);
  const stop = new AbortController();
  const printing = runPrinter(program, INPUT, { signal: stop.signal, withinMs: 3_000 });
  expect(await printing).toEqual({ failure: 'no answer in time' });
  await expect.poll(async () => isAlive(Number(await readFile(pids, 'utf8').catch(() => '')))).toBe(false);
});

test('a signal ends a program, and one that came before lets none begin', async () => {
  const started = path.join(folder, 'started');
  const program = await givenProgram(`echo yes > ${started}\nsleep 1000`);
  const stop = new AbortController();
  const printing = runPrinter(program, INPUT, { signal: stop.signal, withinMs: 1_000_000 });
  await expect.poll(() => readFile(started, 'utf8').catch(() => '')).toBe('yes\n');
  stop.abort();
  expect(await printing).toEqual({ failureCause: 'interrupted' });
  await rm(started);
  expect(await runPrinter(program, INPUT, { signal: stop.signal })).toEqual({ failureCause: 'interrupted' });
  await expect(readFile(started)).rejects.toThrow('ENOENT');
});

test('a program that cannot be started fails with the reason', async () => {
  const { signal } = new AbortController();
  expect(await runPrinter(`${folder}/none`, INPUT, { signal })).toMatchObject({
    failure: expect.stringMatching(/ENOENT/),
  });
  await expect(runPrinter('lp\0', INPUT, { signal })).rejects.toThrow('null bytes');
});
