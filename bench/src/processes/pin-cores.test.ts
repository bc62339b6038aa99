import { execFileSync, spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { coresOf, pinCores } from '#processes/pin-cores.ts';

function startIdle(): number {
  const child = spawn('sleep', ['60']);
  onTestFinished(() => void child.kill());
  return child.pid ?? 0;
}

test('webs get a core each from the last one on, and what else runs keeps to the others', () => {
  const before = coresOf(process.pid);
  onTestFinished(
    () => void execFileSync('taskset', ['--all-tasks', '-cp', before.join(','), `${process.pid}`]),
  );
  const [web, database] = [startIdle(), startIdle()];

  pinCores([web]);

  const others = before.length > 1 ? before.slice(0, -1) : before;
  expect(coresOf(web)).toEqual(before.slice(-1));
  expect([coresOf(database), coresOf(process.pid)]).toEqual([others, others]);
});
