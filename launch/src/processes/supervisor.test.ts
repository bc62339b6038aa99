import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startChild } from '#processes/child-process.ts';
import { createSupervisor, type Supervisor } from '#processes/supervisor.ts';
import { ReportedStartError, StartAccident, StartError } from '#start-error.ts';

const HERE = import.meta.dirname;
const WAIT = { timeout: 150_000, interval: 20 };

let directory: string;
let supervisor: Supervisor;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'balloon-supervisor-'));
  supervisor = createSupervisor();
});

afterEach(async () => {
  await supervisor.stop();
  rmSync(directory, { recursive: true, force: true });
});

test('restarts killed processes', async () => {
  const program = script('steady', `${log('pid')} process.send('up'); setInterval(() => {}, 1000);`);
  expect(await supervisor.keep({ name: 'steady', start: () => child(program) })).toBe('up');
  const [first] = logged('pid');

  process.kill(Number(first), 'SIGKILL');

  await vi.waitUntil(() => logged('pid').length === 2, WAIT);
  expect(logged('pid')[1]).not.toBe(first);
});

test('stops in the reverse order of the start', async () => {
  for (const name of ['beneath', 'above']) {
    const program = script(
      name,
      `process.on('SIGTERM', () => { ${log('stopped', `'${name}'`)} process.exit(0); });
      setInterval(() => {}, 1000); process.send('up');`,
    );
    await supervisor.keep({ name, start: () => child(program) });
  }

  await supervisor.stop();

  expect(logged('stopped')).toEqual(['above', 'beneath']);
});

test('services of a group are stopped side by side', async () => {
  for (const name of ['one', 'other']) {
    // Each leaves when both have been asked to.
    const program = script(
      name,
      `process.on('SIGTERM', () => {
        ${log('stopped', "'begun'")}
        setInterval(() => {
          if (require('node:fs').readFileSync(${JSON.stringify(file('stopped'))}, 'utf8').split('begun').length < 3) return;
          ${log('stopped', `'${name}'`)} process.exit(0);
        }, 10);
      });
      setInterval(() => {}, 1000); process.send('up');`,
    );
    await supervisor.keep({ name, group: 'both', start: () => child(program, 20_000) });
  }

  await supervisor.stop();

  expect(logged('stopped').toSorted()).toEqual(['begun', 'begun', 'one', 'other']);
}, 150_000);

test('a restart is over when the next process is at work', async () => {
  const program = script(
    'renewed',
    `setTimeout(() => { ${log('up')} process.send('up'); }, 50); setInterval(() => {}, 1000);`,
  );
  await supervisor.keep({ name: 'renewed', start: () => child(program) });

  await supervisor.restart('renewed');

  expect(logged('up')).toHaveLength(2);
  expect(isAlive(Number(logged('up')[0]))).toBe(false);
});

test('ends a child that ignores the signal to stop', async () => {
  const program = script(
    'stubborn',
    `${log('pid')} process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); process.send('up');`,
  );
  await supervisor.keep({ name: 'stubborn', start: () => child(program, 100) });

  await supervisor.stop();

  expect(isAlive(Number(logged('pid')[0]))).toBe(false);
});

test('a first start that fails is reported and not repeated', async () => {
  const program = script('broken', `${log('pid')} process.exit(3);`);

  const kept = supervisor.keep({ name: 'broken', start: () => child(program) });
  await expect(kept).rejects.toThrow('broken did not start (exit code 3)');
  await expect(kept).rejects.toBeInstanceOf(StartAccident); // so that systemd starts it again
  await supervisor.stop();
  expect(logged('pid')).toHaveLength(1);
});

test('a first start that fails by accident is repeated where that is forgiven', async () => {
  const program = script(
    'unlucky',
    `${log('pid')} if (${`require('node:fs').readFileSync(${JSON.stringify(file('pid'))}, 'utf8')`}.split('\\n').length < 4) process.exit(3);
    process.send('up'); setInterval(() => {}, 1000);`,
  );

  await supervisor.keep({ name: 'unlucky', start: () => child(program), retriesFirstStart: true });

  expect(logged('pid')).toHaveLength(3);
});

test('a child that has reported an error to mend is not started again', async () => {
  const program = script('told', `${log('pid')} process.exit(78);`);

  await expect(
    supervisor.keep({ name: 'told', start: () => child(program), retriesFirstStart: true }),
  ).rejects.toBeInstanceOf(ReportedStartError);
  expect(logged('pid')).toHaveLength(1);
});

test.for([
  ['an accident', new Error('ENOSPC: no space left on device')],
  ['an error to mend', new StartError('give this user rights to it')],
] as const)('a start that throws %s once the service was ready is tried again', async ([, error]) => {
  const program = script('robust', `${log('pid')} process.send('up'); setInterval(() => {}, 1000);`);
  const failures = [null, error];
  const start = () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return child(program);
  };
  await supervisor.keep({ name: 'robust', start });

  process.kill(Number(logged('pid')[0]), 'SIGKILL');

  await vi.waitUntil(() => logged('pid').length === 2, WAIT);
});

test('a first start that throws what nobody foresaw is told in one line as an accident', async () => {
  const start = () => {
    throw new Error('spawn ENOMEM');
  };

  const kept = supervisor.keep({ name: 'unlucky', start });

  await expect(kept).rejects.toThrow('unlucky did not start (spawn ENOMEM)');
  await expect(kept).rejects.toBeInstanceOf(StartAccident);
});

test('a child for which there are no descriptors ends with that reason', () => {
  const program = module('exhausted', [
    `import { closeSync, openSync, writeFileSync } from 'node:fs';`,
    `import { startChild } from ${JSON.stringify(path.join(HERE, 'child-process.ts'))};`,
    `const taken = [];`,
    `try { for (;;) taken.push(openSync('/dev/null')); }`,
    `catch (error) { if (error.code !== 'EMFILE') throw error; }`,
    `const child = startChild({ args: [], env: {}, stopWithinMs: 1000, silentMs: 1000, onLine() {} });`,
    `for (const fd of taken) closeSync(fd);`,
    `const { how } = await child.exited;`,
    `writeFileSync(${JSON.stringify(file('how'))}, how);`,
  ]);

  const run = spawnSync('sh', ['-c', `ulimit -n 256; exec "$0" "$1"`, process.execPath, program], {
    encoding: 'utf8',
  });

  expect({ status: run.status, said: run.stderr }).toEqual({ status: 0, said: '' });
  expect(logged('how')).toEqual([expect.stringMatching(/EMFILE/)]);
});

test('children end when their supervisor is killed', async () => {
  const program = module('orphan', [
    `import { stopOnSignals, reportReady } from ${JSON.stringify(path.join(HERE, 'run-until-stopped.ts'))};`,
    `stopOnSignals(async () => {}, 1000); setInterval(() => {}, 1000);`,
    `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(file('pid'))}, process.pid + '\\n');`,
    `reportReady();`,
  ]);
  const parent = run(
    module('parent', [
      `import { createSupervisor } from ${JSON.stringify(path.join(HERE, 'supervisor.ts'))};`,
      `import { startChild } from ${JSON.stringify(path.join(HERE, 'child-process.ts'))};`,
      `const start = () => startChild({ args: [${JSON.stringify(program)}], env: process.env, stopWithinMs: 1000 });`,
      `await createSupervisor().keep({ name: 'orphan', start });`,
    ]),
  );
  await vi.waitUntil(() => logged('pid').length === 1, WAIT);
  const pid = Number(logged('pid')[0]);

  parent.kill('SIGKILL');

  await vi.waitUntil(() => !isAlive(pid), WAIT);
});

function child(program: string, stopWithinMs = 10_000) {
  return startChild({ args: [program], env: process.env, stopWithinMs });
}

function run(program: string): ChildProcess {
  return spawn(process.execPath, [program], { stdio: 'ignore' });
}

function script(name: string, text: string): string {
  const program = path.join(directory, `${name}.cjs`);
  writeFileSync(program, text);
  return program;
}

function module(name: string, lines: string[]): string {
  const program = path.join(directory, `${name}.mjs`);
  writeFileSync(program, lines.join('\n'));
  return program;
}

const file = (name: string) => path.join(directory, `${name}.log`);

/** Returns a statement that appends a line to a file of the test. */
function log(name: string, value = 'process.pid'): string {
  return `require('node:fs').appendFileSync(${JSON.stringify(file(name))}, ${value} + '\\n');`;
}

function logged(name: string): string[] {
  return existsSync(file(name)) ? readFileSync(file(name), 'utf8').split('\n').filter(Boolean) : [];
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}
