import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BRIEF,
  COMPILING,
  isRoot,
  openTestSandbox,
  SLOWNESS,
  SMALL,
  STRANGER,
  type TestSandbox,
} from '#sandbox/testing.ts';

/** Modes that this machine allows, all of which must behave alike. */
const MODES = isRoot
  ? [
      { name: 'as root', options: {} },
      { name: 'as root with the CPU meter of cgroup v2', options: { cgroup: 'v2' as const } },
      { name: 'without root', options: { user: STRANGER } },
    ]
  : [{ name: 'without root', options: {} }];

describe.each(MODES)('a run $name', ({ options }) => {
  let box: TestSandbox;
  beforeAll(async () => {
    box = await openTestSandbox(options);
  }, 360_000 * SLOWNESS);
  afterAll(() => box.close());

  test('reports the exit code and keeps both streams apart', async () => {
    const result = await box.shell('echo out; echo err >&2; exit 7');

    expect(result).toMatchObject({ cause: 'exit', exitCode: 7, signal: null, outputBytes: 4 });
    expect(await box.read('out')).toBe('out\n');
    expect(await box.read('err')).toBe('err\n');
  });

  test('gets its input, arguments and environment', async () => {
    await writeFile(box.path('input'), 'from a file');

    await box.run(['/bin/sh', '-c', 'cat; echo " $1 $COLOUR"', 'sh', 'two words'], {
      stdin: box.path('input'),
      env: { COLOUR: 'red' },
    });

    expect(await box.read('out')).toBe('from a file two words red\n');
  });

  test('has an empty input and nowhere to write when no files are given', async () => {
    const result = await box.slot.run({ argv: ['/bin/sh', '-c', 'cat; echo lost'], limits: SMALL });

    expect(result).toMatchObject({ cause: 'exit', exitCode: 0, outputBytes: 5 });
  });

  test('that dies of a signal is reported with that signal', async () => {
    expect(await box.shell('kill -SEGV $$')).toMatchObject({ cause: 'signal', signal: 11, exitCode: null });
  });

  test('is stopped at the CPU limit, counted over all threads', async () => {
    const program = await box.compile(
      '#include <pthread.h>\nvoid *burn(void *p) { for (;;); }\nint main() { pthread_t t; pthread_create(&t, 0, burn, 0); burn(0); }',
    );

    const result = await box.run([program], { limits: BRIEF });

    expect(result.cause).toBe('cpu');
    expect(result.cpuUs).toBeGreaterThanOrEqual(BRIEF.cpuMs * 1000);
  });

  test('is charged for the work of orphans', async () => {
    const command = `(setsid sh -c "while :; do :; done" &) ; sleep ${20 * SLOWNESS}`;
    const result = await box.shell(command, { limits: BRIEF });

    expect(result.cause).toBe('cpu');
  });

  test('is not charged for the runs before it', async () => {
    await box.shell('while :; do :; done', { limits: BRIEF });

    const result = await box.run(['/bin/true']);

    expect(result.cause).toBe('exit');
    expect(result.cpuUs).toBeGreaterThan(0);
    expect(result.cpuUs).toBeLessThan(BRIEF.cpuMs * 1000);
  });

  test('that sleeps is stopped at the wall limit', async () => {
    const result = await box.shell('sleep 1000', { limits: { ...SMALL, wallMs: 300 } });

    expect(result.cause).toBe('wall');
    expect(result.wallUs).toBeGreaterThanOrEqual(300_000);
  });

  test('is stopped at the memory limit', async () => {
    const result = await box.run(['/usr/bin/python3', '-c', 'x = bytearray(100 << 20)']);

    expect(result.cause).toBe('memory');
  });

  test('reports the memory that it touched', async () => {
    const program = await box.compile(
      '#include <unistd.h>\nvolatile char memory[40 << 20];\nint main() { for (int i = 0; i < sizeof memory; i += 4096) memory[i] = 1; usleep(50000); return 0; }',
    );

    const result = await box.run([program]);

    expect(result.cause).toBe('exit');
    expect(result.peakKb).toBeGreaterThan(40 * 1024);
    expect(result.peakKb).toBeLessThan(44 * 1024);
  });

  test('is stopped when it writes too much, and the part within the limit is kept', async () => {
    const result = await box.shell('yes');

    expect(result.cause).toBe('output');
    expect((await stat(box.path('out'))).size).toBe(SMALL.outputKb * 1024);
  });

  test('may fill its output to the last byte', async () => {
    const result = await box.shell('head -c 1048576 /dev/zero');

    expect(result).toMatchObject({ cause: 'exit', outputBytes: 1_048_576 });
  });

  test('keeps only the beginning of a long error stream', async () => {
    const result = await box.shell('head -c 3000000 /dev/zero >&2', { stderrKb: 10 });

    expect(result.cause).toBe('exit');
    expect((await stat(box.path('err'))).size).toBe(10 * 1024);
  });

  test('works on files that are copied in and fetched back', async () => {
    await writeFile(box.path('given'), 'given');

    const result = await box.shell('cat data > result; echo more >> result; touch data', {
      filesIn: [{ from: box.path('given'), name: 'data' }],
      filesOut: [
        { name: 'result', to: box.path('fetched'), maxKb: 1, executable: true },
        { name: 'absent', to: box.path('absent'), maxKb: 1 },
      ],
    });

    expect(result).toMatchObject({ cause: 'exit', exitCode: 0, fetched: ['result'] });
    expect(await box.read('fetched')).toBe('givenmore\n');
    expect((await stat(box.path('fetched'))).mode & 0o7777).toBe(0o755);
    expect(await box.read('absent')).toBeUndefined();
  });

  test('has a file that is too large refused, and says so', async () => {
    const result = await box.shell('head -c 5000 /dev/zero > big', {
      filesOut: [{ name: 'big', to: box.path('big'), maxKb: 4 }],
    });

    expect(result).toMatchObject({ cause: 'exit', fetched: [], message: 'big is larger than 4 KB' });
    expect(await box.read('big')).toBeUndefined();
  });

  test('sees its own box, which may change from run to run, and cannot write there', async () => {
    await box.makeDirectory('other');
    await writeFile(box.path('other/file'), 'other box', { mode: 0o644 });

    const elsewhere = await box.shell('cat /box/file; touch /box/x 2>/dev/null || echo refused', {
      box: box.path('other'),
    });
    const none = await box.slot.run({ argv: ['/bin/sh', '-c', 'test -z "$(ls /box)"'], limits: SMALL });

    expect(elsewhere.cause).toBe('exit');
    expect(await box.read('out')).toBe('other boxrefused\n');
    expect(none).toMatchObject({ cause: 'exit', exitCode: 0 });
    expect(await readdir(box.path('other'))).toEqual(['file']);
  });

  test('starts in an empty directory whatever the run before left', async () => {
    await box.shell('touch here /tmp/here /dev/shm/here');

    const result = await box.shell('find /w /tmp/ /dev/shm/ -type f | wc -l');

    expect(result.cause).toBe('exit');
    expect(await box.read('out')).toBe('0\n');
  });

  test('leaves no process behind', async () => {
    const result = await box.shell('sleep 100 & sleep 100 & echo started');

    expect(result).toMatchObject({ cause: 'exit', exitCode: 0, leftProcesses: 2 });
    expect(await box.shell('ls -d /proc/[0-9]* | wc -l')).toMatchObject({ cause: 'exit' });
    expect(Number(await box.read('out'))).toBeLessThanOrEqual(3);
  });

  test('of a program that does not exist is a failure of the sandbox', async () => {
    const result = await box.run(['/box/nothing']);

    expect(result).toMatchObject({
      cause: 'internal',
      exitCode: null,
      message: 'execute /box/nothing: No such file or directory',
    });
  });

  test.each([
    ['names a dynamic linker that is not there', ['-Wl,--dynamic-linker=/nope']],
    ['names a dynamic linker that cannot be executed', ['-Wl,--dynamic-linker=/etc/passwd']],
    ['has the form of no program', ['-nostdlib', '-static', '-Wl,--oformat=binary,-e,main']],
  ])('of a program that %s is a failure of the program', async (_what, options) => {
    await writeFile(box.path('box/refused.c'), 'int main() { return 0; }');
    const compiled = await box.run(['/usr/bin/gcc', '-o', 'refused', ...options, '/box/refused.c'], {
      limits: COMPILING,
      filesOut: [{ name: 'refused', to: box.path('box/refused'), maxKb: 65_536, executable: true }],
    });
    expect(compiled.fetched, await box.read('err')).toEqual(['refused']);

    expect(await box.run(['/box/refused'])).toMatchObject({ cause: 'exit', exitCode: 127, message: null });
  });

  test('of a file that may not be executed is a failure of the sandbox', async () => {
    await writeFile(box.path('box/forbidden'), '', { mode: 0o644 });

    const message = 'execute /box/forbidden: Permission denied';
    expect(await box.run(['/box/forbidden'])).toMatchObject({ cause: 'internal', exitCode: null, message });
  });

  test('of a system program that cannot start is a failure of the sandbox', async () => {
    const message = 'execute /etc/passwd: Permission denied';
    expect(await box.run(['/etc/passwd'])).toMatchObject({ cause: 'internal', exitCode: null, message });
  });

  test('with a link on the way to a host file is refused', async () => {
    await symlink('/etc/passwd', box.path('link')).catch(() => undefined);

    const asInput = await box.shell('cat', { stdin: box.path('link') });
    expect(asInput).toMatchObject({ cause: 'internal' });

    // An output link itself is replaced, not followed.
    const asOutput = await box.shell('echo x', { stdout: box.path('link') });
    expect(asOutput.cause).toBe('exit');
    expect((await stat(box.path('link'))).size).toBe(2);
  });

  test('whose input somebody has leased fails, and holds up nobody', async () => {
    await writeFile(box.path('leased'), 'from a file');
    using _lease = await leaseOn(box.path('leased'));

    const result = await box.shell('cat', { stdin: box.path('leased') });

    // The kernel itself ends a lease after 45 s, and the run would have its input then.
    expect(result.cause).toBe('internal');
    expect(result.message).toContain('open leased: Resource temporarily unavailable');
  });

  test('with a host path outside the work directory is refused', async () => {
    await expect(box.shell('true', { stdin: '/etc/passwd' })).rejects.toThrow('lies outside');
    await expect(box.shell('true', { box: box.path('../..') })).rejects.toThrow('lies outside');
  });
});

test(
  'a run compiles C++',
  async () => {
    const box = await openTestSandbox();
    await writeFile(box.path('box/a.cpp'), '#include <cstdio>\nint main() { std::printf("1"); }');

    const compiled = await box.run(['/usr/bin/g++', '-std=c++20', '-o', 'a', '/box/a.cpp'], {
      limits: COMPILING,
      filesOut: [{ name: 'a', to: box.path('box/a'), maxKb: 65_536, executable: true }],
    });
    expect(compiled).toMatchObject({ cause: 'exit', exitCode: 0, fetched: ['a'] });

    await box.run(['/box/a']);
    expect(await box.read('out')).toBe('1');
    await box.close();
  },
  360_000 * SLOWNESS,
);

test('several slots run at the same time without meeting', async () => {
  const box = await openTestSandbox();
  const slots = await Promise.all([1, 2, 3].map((number) => box.sandbox.openSlot(number)));

  const results = await Promise.all(
    slots.map((slot) =>
      slot.run({
        argv: ['/bin/sh', '-c', 'touch mine; sleep 0.2; ls'],
        stdout: box.path(`out${slot.number}`),
        limits: SMALL,
      }),
    ),
  );

  expect(results.map((result) => result.cause)).toEqual(['exit', 'exit', 'exit']);
  for (const { number } of slots) expect(await box.read(`out${number}`)).toBe('mine\n');
  await box.close();
});

test('programs of two slots find no way to each other', async () => {
  const box = await openTestSandbox();
  const other = await box.sandbox.openSlot(1);
  const waits = `import socket, time
meeting = socket.socket(socket.AF_UNIX)
meeting.bind('\\0meeting')
meeting.listen()
open('/dev/shm/meeting', 'w').close()
print('waiting', flush=True)
time.sleep(1000)`;
  const calls = `import os, socket, sys
if os.path.exists('/dev/shm/meeting') or len([pid for pid in os.listdir('/proc') if pid.isdigit()]) > 1: sys.exit(1)
if socket.socket(socket.AF_UNIX).connect_ex('\\0meeting') == 0: sys.exit(2)
try: os.kill(-1, 9)
except OSError: pass`;

  const limits = { ...SMALL, wallMs: 100_000 * SLOWNESS };
  const waiting = box.run(['/usr/bin/python3', '-c', waits], { limits });
  await expect.poll(() => box.read('out')).toBe('waiting\n');
  const calling = await other.run({ argv: ['/usr/bin/python3', '-c', calls], limits: SMALL });

  expect(calling).toMatchObject({ cause: 'exit', exitCode: 0 });
  await box.slot.stop();
  expect(await waiting).toMatchObject({ cause: 'stopped' });
  await box.close();
});

test('a slot refuses a second run before the first one ended', async () => {
  const box = await openTestSandbox();

  const first = box.shell('sleep 0.1');
  await expect(box.shell('true')).rejects.toThrow('already running');

  expect((await first).cause).toBe('exit');
  await box.close();
});

test('a run whose slot is closed gets an answer', async () => {
  const box = await openTestSandbox();

  const interrupted = box.shell('sleep 20');
  await box.slot.close();

  expect(await interrupted).toMatchObject({ cause: 'internal' });
  await box.close();
});

test('a request that cannot be meant is refused, and the slot goes on', async () => {
  const box = await openTestSandbox();
  await writeFile(box.path('given'), 'given');

  const outside = await box.shell('true', { filesIn: [{ from: box.path('given'), name: '../given' }] });
  const many = await box.run(['/bin/true', ...Array.from({ length: 2000 }, () => 'x')]);
  const long = box.run(['/bin/true', 'x'.repeat(100_000)]);

  expect(outside).toMatchObject({ cause: 'internal', message: 'bad request: bad name of a file in' });
  expect(many).toMatchObject({ cause: 'internal', message: 'bad request: too many arguments or variables' });
  await expect(long).rejects.toThrow('bytes of names and arguments');
  expect(await box.shell('true')).toMatchObject({ cause: 'exit', exitCode: 0 });
  await box.close();
});

/** Takes a write lease on a file until disposed of: whoever opens it is to wait. */
async function leaseOn(path: string): Promise<Disposable> {
  const hold = `
import fcntl, signal, sys
signal.signal(signal.SIGIO, signal.SIG_IGN)
file = open(sys.argv[1])
fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
print('held', flush=True)
sys.stdin.read()`;
  const holder = spawn('python3', ['-c', hold, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  return { [Symbol.dispose]: () => void holder.kill('SIGKILL') };
}
