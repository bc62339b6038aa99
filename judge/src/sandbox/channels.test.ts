import { chownSync, copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxSlot } from '#sandbox/sandbox.ts';
import type { SandboxOptions } from '#sandbox/start-sandbox.ts';
import { isRoot, openTestSandbox, SLOWNESS, SMALL, STRANGER, type TestSandbox } from '#sandbox/testing.ts';

const PACK = fileURLToPath(new URL('../../testsuite/channels/', import.meta.url));

const CHANNELS = readdirSync(PACK)
  .filter((file) => file.endsWith('.py'))
  .sort()
  .map((file) => {
    const [, meaning] = /^# channel: (.+)\n/.exec(readFileSync(join(PACK, file), 'utf8')) ?? [];
    if (meaning === undefined) throw new Error(`${file}: the first line is not as the README says`);
    return { file, meaning };
  });

const MODES = [
  ...(isRoot
    ? [
        { name: 'as root', options: {} },
        { name: 'as root with the CPU meter of cgroup v2', options: { cgroup: 'v2' as const } },
        { name: 'as root without cgroups', options: { cgroup: 'none' as const } },
      ]
    : []),
  { name: 'without root', options: isRoot ? { user: STRANGER } : {} },
];

/** Slot with a checker; a judge runs the next trial in the slot of the solution. */
const CHECKER_SLOT = 32;

describe.each(MODES)('from one run to the next, $name, nothing passes through', ({ options }) => {
  let box: TestSandbox;
  let checker: SandboxSlot;
  beforeAll(async () => {
    box = await openTestSandbox(options);
    checker = await box.sandbox.openSlot(CHECKER_SLOT);
    for (const { file } of CHANNELS) copyFileSync(join(PACK, file), box.path(`box/${file}`));
    writeFileSync(box.path('input'), 'the input of a test');
    // A judge's files belong to one user as well.
    const { user }: Partial<SandboxOptions> = options;
    const files = ['input', ...CHANNELS.map(({ file }) => `box/${file}`)];
    if (user) for (const name of files) chownSync(box.path(name), user.uid, user.gid);
  }, 360_000 * SLOWNESS);
  afterAll(() => box.close());

  const limits = SMALL;

  async function run(slot: SandboxSlot, file: string, role: 'write' | 'read'): Promise<string> {
    const files = { box: box.path('box'), stdout: box.path('out'), stderr: box.path('err') };
    const input = file.startsWith('input-') ? { stdin: box.path('input') } : {};
    const result = await slot.run({
      argv: ['/usr/bin/python3', '-IS', `/box/${file}`, role],
      ...files,
      ...input,
      limits,
    });
    const said = `${JSON.stringify(result)} ${await box.read('err')}`;
    expect(result, said).toMatchObject({ cause: 'exit', exitCode: 0 });
    return (await box.read('out')) ?? '';
  }

  const readers = async (file: string) => ({
    program: await run(box.slot, file, 'read'),
    checker: await run(checker, file, 'read'),
  });

  test.each(CHANNELS)(
    '$meaning',
    async ({ file }) => {
      const before = await readers(file);
      await run(box.slot, file, 'write');
      expect(await readers(file)).toEqual(before);
    },
    360_000 * SLOWNESS,
  );
});
