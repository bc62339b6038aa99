import { expect, test } from 'vitest';
import { MINIMAL, readWritten } from '#icpc/written-package.ts';

test('groups inherit settings from the folders above them', async () => {
  const problem = await readWritten({
    ...MINIMAL,
    'problem.yaml': 'name: Sum\ntype: scoring\nvalidator_flags: case_sensitive\n',
    'data/testdata.yaml': 'on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\n',
    'data/sample/testdata.yaml': 'accept_score: 0\ninput_validator_flags: max=9\n',
    'data/secret/testdata.yaml': 'grader_flags: first_error accept_if_any_accepted\n',
    'data/secret/small/testdata.yaml':
      'on_reject: break\naccept_score: 40\nrange: 0 40\ngrader_flags: min\noutput_validator_flags: float_tolerance 1e-3\n',
    'data/secret/small/1.in': '1 1\n',
    'data/secret/small/1.ans': '2\n',
  });

  expect(problem.scoring).toEqual({ min: 0, max: 100, maximise: true });
  expect(problem.groups.map(({ name, points, grading }) => [name, points, grading])).toEqual([
    ['', 100, grading({ ignoreSample: true })],
    ['sample', 100, grading({ acceptScore: 0 })],
    ['secret', 100, grading({ acceptIfAnyAccepted: true })],
    ['secret/small', 40, grading({ aggregation: 'min', acceptScore: 40, onReject: 'break', range: [0, 40] })],
  ]);
  expect(
    problem.tests.map((each) => [each.name, each.group, each.checkerFlags, each.validatorFlags]),
  ).toEqual([
    ['sample/1', 'sample', null, ['max=9']],
    ['secret/1', 'secret', null, null],
    ['secret/small/1', 'secret/small', ['case_sensitive', 'float_tolerance', '1e-3'], null],
  ]);
});

function grading(own: object) {
  return {
    aggregation: 'sum',
    acceptScore: 1,
    rejectScore: 0,
    onReject: 'continue',
    range: [0, 100],
    ignoreSample: false,
    acceptIfAnyAccepted: false,
    ...own,
  };
}

test('a problem to be minimised may have no bound', async () => {
  const problem = await readWritten({
    ...MINIMAL,
    'problem.yaml': 'name: Sum\nvalidation: custom score\ntype: scoring\ngrading: {objective: min}\n',
    'data/testdata.yaml': 'range: 0 +inf\n',
    'output_validators/check.cpp': 'int main() {}',
  });

  expect(problem.scoring).toEqual({ min: 0, max: null, maximise: false });
  expect(problem.groups[0]?.grading).toMatchObject({ range: null, onReject: 'break' });
});

test('groups of 2025-09 share their full marks among their tests', async () => {
  const problem = await readWritten({
    'problem.yaml': 'problem_format_version: 2025-09\ntype: scoring\nname: Sum\n',
    'statement/problem.en.md': 'Add.',
    'data/sample/1.in': '',
    'data/sample/1.ans': '',
    'data/secret/a/test_group.yaml':
      'max_score: 30\nrequire_pass: sample\noutput_validator_args: [case_sensitive]\n',
    'data/secret/a/1.in': '',
    'data/secret/a/1.ans': '',
    'data/secret/a/inner/2.in': '',
    'data/secret/a/inner/2.ans': '',
    'data/secret/b/test_group.yaml': 'max_score: 70\nscore_aggregation: sum\n',
    'data/secret/b/1.in': '',
    'data/secret/b/1.ans': '',
    'data/secret/b/2.in': '',
    'data/secret/b/2.ans': '',
    'data/secret/b/2.yaml': 'output_validator_args: [float_tolerance, 1e-9]\nhint: none\n',
    'submissions/accepted/sum.cpp': 'int main() {}',
  });

  expect(problem.scoring).toEqual({ min: 0, max: 100, maximise: true });
  expect(
    problem.groups.map((each) => [
      each.name,
      each.points,
      each.isComplete,
      each.dependsOn,
      each.grading?.aggregation,
      each.grading?.acceptScore,
    ]),
  ).toEqual([
    ['', null, false, [], 'sum', 1],
    ['sample', 0, true, [], 'min', 0],
    ['secret', 100, false, [], 'sum', 25],
    ['secret/a', 30, true, ['sample'], 'min', 30],
    ['secret/b', 70, false, [], 'sum', 35],
  ]);
  expect(problem.tests.map(({ name, group, checkerFlags }) => [name, group, checkerFlags])).toEqual([
    ['sample/1', 'sample', null],
    ['secret/a/1', 'secret/a', ['case_sensitive']],
    ['secret/a/inner/2', 'secret/a', ['case_sensitive']],
    ['secret/b/1', 'secret/b', null],
    ['secret/b/2', 'secret/b', ['float_tolerance', '1e-9']],
  ]);
});

test('a package that keeps testdata.yaml is graded as before, whatever its version', async () => {
  const problem = await readWritten({
    ...MINIMAL,
    'problem.yaml': 'problem_format_version: 2023-07-draft\ntype: scoring\nname: Sum\n',
    'data/testdata.yaml': 'range: 0 7\n',
  });

  expect(problem.scoring).toEqual({ min: 0, max: 7, maximise: true });
});
