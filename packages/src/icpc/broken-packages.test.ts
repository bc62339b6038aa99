import { expect, test } from 'vitest';
import { MINIMAL, readWritten, type WrittenFiles } from '#icpc/written-package.ts';

const without = (...paths: string[]): WrittenFiles =>
  Object.fromEntries(Object.entries(MINIMAL).filter(([path]) => !paths.includes(path)));
const withYaml = (yaml: string): WrittenFiles => ({ ...MINIMAL, 'problem.yaml': yaml });

test.each<[string, WrittenFiles, RegExp]>([
  ['an answer is missing', without('data/secret/1.ans'), /data\/secret\/1\.ans is missing/],
  [
    'there are no tests',
    without('data/secret/1.in', 'data/secret/1.ans', 'data/sample/1.in', 'data/sample/1.ans'),
    /no tests: data\/secret/,
  ],
  ['the settings are no YAML', withYaml('name: [Sum\n'), /problem\.yaml is not valid YAML: .*line/],
  ['the settings are a list', withYaml('- name\n'), /problem\.yaml must be a map/],
  [
    'aliases would make it huge',
    withYaml(`a: &a [${'x,'.repeat(50)}]\nb: &b [${'*a,'.repeat(50)}]\nname: [${'*b,'.repeat(50)}]\n`),
    /problem\.yaml cannot be read/,
  ],
  ['the version is unknown', withYaml('problem_format_version: 3000\n'), /"3000" is unknown; legacy/],
  ['contestants are to submit answers', withYaml('type: submit-answer\n'), /judges programs only/],
  ['the type is unknown', withYaml('type: hard\n'), /type "hard" is unknown; use pass-fail/],
  ['the validation is unknown', withYaml('validation: custom magic\n'), /may be followed by interactive/],
  [
    'a limit is no number',
    withYaml('limits: {memory: 1 GB}\n'),
    /limits\.memory must be a number, not "1 GB"/,
  ],
  ['a limit is 0', withYaml('limits: {time_multiplier: 0}\n'), /limits\.time_multiplier must be above 0/],
  ['a tolerance is missing', withYaml('validator_flags: float_tolerance\n'), /"float_tolerance 1e-6"/],
  [
    "a group's tolerance is missing",
    { ...MINIMAL, 'data/secret/testdata.yaml': 'output_validator_flags: float_tolerance\n' },
    /data\/secret\/1: float_tolerance must be followed/,
  ],
  ['the custom validator is missing', withYaml('validation: custom\n'), /output validator of its own/],
  ['.timelimit holds words', { ...MINIMAL, '.timelimit': 'soon' }, /\.timelimit: .* seconds, not "soon"/],
  [
    'a group has a wrong range',
    { ...withYaml('type: scoring\n'), 'data/testdata.yaml': 'range: 100\n' },
    /data\/testdata\.yaml: range must be two numbers/,
  ],
  [
    'a group has a wrong word',
    { ...MINIMAL, 'data/secret/testdata.yaml': 'on_reject: stop\n' },
    /data\/secret\/testdata\.yaml: on_reject must be "break" or "continue"/,
  ],
  [
    'a test gives arguments',
    { ...MINIMAL, 'data/secret/1.yaml': 'args: [fast]\n' },
    /command line arguments/,
  ],
  ['a test gives files', { ...MINIMAL, 'data/secret/1.files/map.txt': '' }, /standard input only/],
  [
    'a promise is unknown',
    { ...MINIMAL, 'submissions/submissions.yaml': 'accepted: {permitted: [OK]}\n' },
    /permitted holds "OK"; use AC, WA/,
  ],
])('a package is refused in words when %s', async (_, files, message) => {
  await expect(readWritten(files)).rejects.toThrow(message);
});

test('names that every object has are no trouble', async () => {
  const problem = await readWritten({
    ...withYaml('name: Sum\n__proto__: {polluted: yes}\nconstructor: 3\n'),
    'submissions/constructor/a.cpp': 'int main() {}',
    'include/toString/a.h': '',
  });

  expect(problem.titles).toEqual({ en: 'Sum' });
  expect(problem.solutions).toHaveLength(1);
  expect(problem.graders).toEqual([]);
});
