import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { offeredProblem, readySolution } from '#features/outside-systems/servers/ready-solutions.ts';

const MARK = 'Balloon, 1';

test.each([
  ['timus', '1000', '1 5\n', '6'],
  ['acmp', '1', '20 -30\n', '-10'],
  ['sgu', '100', '5 3\n', '8'],
  ['cf', 'archive:4A', '8\n', 'YES'],
  ['cf', 'archive:4A', '2\n', 'NO'],
] as const)('the ready solution of %s %s answers', (system, foreignId, input, output) => {
  const source = readySolution({ system, foreignId, family: 'python' }, MARK);
  const { stdout } = spawnSync('python3', ['-c', source], { input, encoding: 'utf8' });
  expect(stdout.trim()).toBe(output);
});

test('a ready solution begins with its own mark, so that no system knows it', () => {
  const wanted = { system: 'timus', foreignId: ' 1000 ', family: 'c_cpp' } as const;
  expect(readySolution(wanted, MARK)).toMatch(/^\/\/ Balloon, 1\n#include/);
});

test('what we have not solved is left to the person', () => {
  expect(readySolution({ system: 'timus', foreignId: '1001', family: 'c_cpp' }, MARK)).toBe('');
  expect(readySolution({ system: 'timus', foreignId: '1000', family: 'pascal' }, MARK)).toBe('');
});

test('the first problem of a server is offered where no simplest one is known', () => {
  expect(offeredProblem('ejudge', '12:A')).toBe('12:A');
  expect(offeredProblem('ejudge', null)).toBe('');
  expect(offeredProblem('timus', '1777')).toBe('1000');
});
