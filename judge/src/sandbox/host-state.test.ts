import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { changesBetween, hostState } from '#sandbox/host-state.ts';
import { isRoot, openTestSandbox, SLOWNESS } from '#sandbox/testing.ts';

test.runIf(isRoot)(
  'a mount that is left behind where the helper lives is found',
  async () => {
    const box = await openTestSandbox();
    await box.makeDirectory('place');
    const before = hostState(box.helperPid, [box.workDir]);
    expect(changesBetween(before, hostState(box.helperPid, [box.workDir]))).toEqual({});
    const mount = ['mount', '-t', 'tmpfs', 'none', box.path('place')];
    execFileSync('nsenter', ['--mount', '--target', String(box.helperPid), ...mount]);
    const changes = changesBetween(before, hostState(box.helperPid, [box.workDir]));
    await box.close();
    expect(changes).toEqual({ mounts: [expect.stringContaining(box.path('place'))] });
  },
  360_000 * SLOWNESS,
);

test('what came and what went is listed, but for mounts that went', () => {
  const before = { mounts: ['a', 'b'], processes: ['1'], sockets: [], ipc: [], files: ['x', 'y'] };
  const after = { mounts: ['b', 'c'], processes: ['1'], sockets: [], ipc: [], files: ['y', 'z'] };
  expect(changesBetween(before, after)).toEqual({ mounts: ['+ c'], files: ['+ z', '- x'] });
});
