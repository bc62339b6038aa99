import { expect, test } from 'vitest';
import type { SandboxMode } from '#sandbox/sandbox.ts';
import { checkSandboxMode, SandboxTooWeakError } from '#sandbox/sandbox-mode.ts';

test.each<[SandboxMode, SandboxMode | undefined, boolean]>([
  ['full', undefined, true],
  ['delegated', undefined, true],
  ['namespaces', undefined, true],
  ['plain', undefined, false],
  ['plain', 'plain', true],
  ['full', 'plain', true],
  ['namespaces', 'full', false],
  ['delegated', 'full', false],
  ['namespaces', 'namespaces', true],
])('a sandbox of mode %s where %s is demanded is taken: %s', (mode, demanded, isTaken) => {
  const check = () =>
    checkSandboxMode({ mode, cgroup: 'none', warnings: ['run the judge as root'] }, demanded);
  if (isTaken) check();
  else expect(check).toThrow(SandboxTooWeakError);
});
