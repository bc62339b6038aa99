import { describe, expect, test } from 'vitest';
import type { ProblemPackage } from '#problem-package.ts';
import { readSmall, testset } from '#testing/polygon-package.ts';

const textsOf = ({ remarks }: ProblemPackage) => remarks.map(({ text }) => text).join('\n');

describe('tests', () => {
  test('that the package lacks are made by their commands, split as a shell does', async () => {
    const tests =
      '<test method="manual"/><test method="generated" cmd="gen 5  &quot;a b&quot; c\\ d \'\' &lt;x&gt;"/>' +
      '<test method="generated" cmd="files/gen.exe 3" from-file="2"/>';
    const problem = await readSmall({ tests }, { 'tests/02': null });

    expect(problem.tests.map(({ input, answer }) => [input, answer?.name])).toMatchObject([
      [{ inPackage: 'tests/01' }, '01.a'],
      [{ command: ['gen', '5', 'a b', 'c d', '', '<x>'], fromFile: null }, undefined],
      [{ command: ['gen', '3'], fromFile: '2' }, undefined],
    ]);
  });

  test('are found by number where the manifest does not list them', async () => {
    const set = testset('tests', {}).replace(/<tests>.*<\/tests>/, '<tests/>');

    expect((await readSmall({ testsets: set })).tests).toHaveLength(2);
  });

  test('are those of "tests", or else of the largest testset', async () => {
    const one = { tests: '<test method="manual"/>' };
    const others = { 'pre/01': '', 'main/01': '', 'main/02': '' };

    const named = await readSmall({ testsets: testset('pre', {}) + testset('tests', one) });
    const unnamed = await readSmall({ testsets: testset('pre', one) + testset('main', {}) }, others);

    expect(named.tests).toHaveLength(1);
    expect(unnamed.tests.map(({ input }) => 'inPackage' in input && input.inPackage)).toEqual([
      'main/01',
      'main/02',
    ]);
    expect(textsOf(unnamed)).toMatch(/Only the testset "main" is used; the package has others: pre/);
  });

  test('have points and groups, and validators receive the group', async () => {
    const problem = await readSmall({
      tests:
        '<test method="manual" group="0" points="0.0" sample="true"/><test method="manual" group="1" points="12.5"/>',
      groups: `<group name="1" points="40" points-policy="complete-group"><dependencies><dependency group="0"/>
        <dependency group="9"/></dependencies></group><group name="0" points-policy="each-test"/>`,
    });

    expect(problem.groups).toMatchObject([
      { name: '1', points: 40, isComplete: true, dependsOn: ['0'] },
      { name: '0', points: null, isComplete: false, dependsOn: [] },
    ]);
    expect(problem.scoring).toEqual({ min: 0, max: 40, maximise: true });
    expect(problem.tests[1]).toMatchObject({
      points: 12.5,
      validatorFlags: ['--testset', 'tests', '--group', '1'],
    });
    expect(textsOf(problem)).toMatch(/Group 1 depends on 9/);
  });
});
