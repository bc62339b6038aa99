import { expect, test } from 'vitest';
import { readSmall, solution } from '#testing/polygon-package.ts';

test('tags state the expected verdicts', async () => {
  const tags = [
    'accepted',
    'wrong-answer',
    'time-limit-exceeded',
    'time-limit-exceeded-or-accepted',
    'rejected',
    'do-not-run',
    'odd',
  ];
  const { solutions, remarks } = await readSmall({
    solutions:
      solution('main', 'main.cpp', '<extra-tags><extra-tag testset="tests" tag="accepted"/></extra-tags>') +
      tags.map((tag) => solution(tag, 'main.cpp')).join('') +
      solution(
        'rejected',
        'main.cpp',
        '<extra-tags><extra-tag testset="tests" tag="memory-limit-exceeded"/></extra-tags>',
      ) +
      solution('accepted', 'absent.cpp'),
  });

  const told = solutions.map(({ label, isMain, expectation: { verdicts, isStrict, isSkipped } }) => ({
    label,
    isMain,
    verdicts: verdicts.join(' '),
    how: isSkipped ? 'skipped' : isStrict ? 'every test' : 'some test',
  }));
  expect(told).toMatchObject([
    { label: 'main', isMain: true, verdicts: 'accepted', how: 'every test' },
    { label: 'accepted', isMain: false, verdicts: 'accepted', how: 'every test' },
    { verdicts: 'wrongAnswer presentationError', how: 'some test' },
    { verdicts: 'timeLimit idlenessLimit', how: 'some test' },
    { verdicts: 'accepted timeLimit idlenessLimit', how: 'every test' },
    { verdicts: expect.not.stringContaining('accepted'), how: 'some test' },
    { label: 'do-not-run', how: 'skipped' },
    { label: 'odd', how: 'skipped' },
    { label: 'memory-limit-exceeded', verdicts: 'memoryLimit runtimeError', how: 'some test' },
  ]);
  expect(remarks.map(({ text }) => text)).toEqual([
    'The solution solutions/main.cpp has the tag "odd", which is not known: it is not tried.',
    'The solution solutions/absent.cpp is missing from the package: it is not tried.',
  ]);
});
