import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPlainSandbox } from '#sandbox/plain-sandbox.ts';
import type { SandboxSlot } from '#sandbox/sandbox.ts';
import { BRIEF, SMALL } from '#sandbox/testing.ts';

let workDir: string;
let slot: SandboxSlot;
const path = (name: string) => join(workDir, name);
const shell = (command: string, more = {}) =>
  slot.run({ argv: ['/bin/sh', '-c', command], box: workDir, stdout: path('out'), limits: SMALL, ...more });

beforeEach(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'balloon-plain-'));
  slot = await openPlainSandbox(workDir).openSlot(0);
});
afterEach(() => rm(workDir, { recursive: true, force: true }));

test('the plain sandbox runs a program on its files', async () => {
  await writeFile(path('input'), 'in ');

  const result = await shell('cat; cat /box/input > /w/result; exit 3', {
    stdin: path('input'),
    filesOut: [{ name: 'result', to: path('fetched'), maxKb: 1 }],
  });

  expect(result).toMatchObject({ cause: 'exit', exitCode: 3, fetched: ['result'] });
  expect(await readFile(path('out'), 'utf8')).toBe('in ');
  expect(await readFile(path('fetched'), 'utf8')).toBe('in ');
});

test.each([
  ['cpu', 'while :; do :; done', BRIEF],
  ['wall', 'sleep 20', { ...SMALL, wallMs: 200 }],
  ['output', 'yes', SMALL],
  ['signal', 'kill -SEGV $$', SMALL],
])('the plain sandbox ends a run for %s', async (cause, command, limits) => {
  expect(await shell(command, { limits })).toMatchObject({ cause });
});

/** Starts a sandbox where no further user namespace may be made, and prints the result. */
async function startWithoutNamespaces(options: string): Promise<string> {
  const module = new URL('./start-sandbox.ts', import.meta.url);
  const script = `import { startSandbox } from '${module}';
    const options = { workDir: '${workDir}', log() {}, ${options} };
    await startSandbox(options).then((sandbox) => console.log(sandbox.abilities.mode), (error) => console.log(error.message));`;
  const prepare = 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$0" "$@"';
  const { stdout } = await promisify(execFile)('unshare', [
    ...['--user', '--map-root-user', 'sh', '-c', prepare],
    ...[process.execPath, '--input-type=module', '--eval', script],
  ]);
  return stdout;
}

test('a machine without namespaces is refused, with the command that mends it', async () => {
  expect(await startWithoutNamespaces('')).toMatch(/^No sandbox on this machine .+sysctl -w/);
}, 360_000);

test('a machine without namespaces serves development when asked by name', async () => {
  expect(await startWithoutNamespaces('allowPlain: true')).toBe('plain\n');
}, 360_000);
