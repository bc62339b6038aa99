import { expect, test } from 'vitest';
import { matchesPattern } from '#icpc/submissions-yaml.ts';
import { MINIMAL, readWritten } from '#icpc/written-package.ts';
import type { ProblemPackage } from '#problem-package.ts';

function solution(problem: ProblemPackage, path: string) {
  const found = problem.solutions.find(({ program }) => program.inPackage === `submissions/${path}`);
  if (found === undefined) throw new Error(`no solution ${path}`);
  return found;
}

test('folders state the expected verdicts', async () => {
  const problem = await readWritten({
    ...MINIMAL,
    'submissions/accepted/Sum.java': 'class Sum {}',
    'submissions/accepted/sum.cc': 'int main() {}',
    'submissions/wrong_answer/a.c': '',
    'submissions/time_limit_exceeded/a.c': '',
    'submissions/run_time_error/a.c': '',
    'submissions/brute_force/a.c': '',
    'submissions/rejected/a.c': '',
    'submissions/partially_accepted/a.c': '',
    'submissions/slow_accepted/a.c': '',
    'submissions/ideas/a.c': '',
  });

  const expected = (path: string) => {
    const { verdicts, isStrict, countsForTimeLimit } = solution(problem, path).expectation;
    return [verdicts.join(' '), isStrict, countsForTimeLimit];
  };
  expect(expected('accepted/sum.cc')).toEqual(['accepted', true, true]);
  expect(expected('wrong_answer/a.c')).toEqual(['wrongAnswer presentationError', false, false]);
  expect(expected('time_limit_exceeded/a.c')).toEqual(['timeLimit idlenessLimit', false, false]);
  expect(expected('run_time_error/a.c')[0]).toContain('memoryLimit');
  expect(expected('brute_force/a.c')[1]).toBe(true);
  expect(expected('rejected/a.c')[0]).not.toContain('accepted');
  expect(expected('slow_accepted/a.c')).toEqual(['accepted timeLimit idlenessLimit', true, false]);
  expect(solution(problem, 'partially_accepted/a.c').expectation.isPartial).toBe(true);
  expect(problem.solutions.filter(({ isMain }) => isMain)).toEqual([solution(problem, 'accepted/sum.cc')]);
  expect(problem.remarks.map(({ text }) => text)).toContain(
    'submissions/ideas: nothing says what is expected of its 1 solutions; they are not run',
  );
});

test('only sources are solutions, and languages that we lack stay to be reported', async () => {
  const problem = await readWritten({
    ...MINIMAL,
    'submissions/accepted/README.md': '',
    'submissions/accepted/Sum.class': '',
    'submissions/accepted/a.out': '',
    'submissions/accepted/aside.disabled/a.cpp': '',
    'submissions/accepted/my sum.cpp': 'int main() {}',
    'submissions/accepted/two/helper.py': 'def add(a, b): return a + b',
    'submissions/accepted/two/main.py': 'from helper import add',
    'submissions/accepted/Sum.scala': '',
    'submissions/accepted/old.py': '#!/usr/bin/env python2\nprint 3\n',
    'submissions/accepted/sum.pl': ':- initialization(main).\nmain :- write(3).\n',
    'submissions/accepted/perl.pl': '#!/usr/bin/perl\nprint 3;\n',
  });

  expect(problem.solutions.map(({ program }) => [program.inPackage.slice(21), program.languages[0]])).toEqual(
    [
      ['Sum.scala', undefined],
      ['my sum.cpp', 'cpp17'],
      ['old.py', undefined],
      ['perl.pl', 'perl'],
      ['sum.pl', undefined],
      ['sum.py', 'pypy3'],
      ['two', 'pypy3'],
    ],
  );
  expect(solution(problem, 'accepted/my sum.cpp').program.sources).toEqual(['my_sum.cpp']);
  const { files, sources } = solution(problem, 'accepted/two').program;
  expect(files.map(({ name }) => name)).toEqual(['helper.py', 'main.py']);
  expect(sources).toEqual(['main.py', 'helper.py']);
});

test('a comment in the source overrides its folder', async () => {
  const problem = await readWritten({
    ...MINIMAL,
    'submissions/mixed/a.cpp': '// @EXPECTED_RESULTS@: CORRECT, TIMELIMIT\nint main() {}',
    'submissions/accepted/b.cpp': '/* @EXPECTED_RESULTS@: RUN-ERROR */\nint main() {}',
    'submissions/mixed/c.cpp': '// @EXPECTED_RESULTS@: CHECK-MANUALLY\nint main() {}',
  });

  expect(solution(problem, 'mixed/a.cpp')).toMatchObject({
    label: 'CORRECT, TIMELIMIT',
    expectation: {
      verdicts: ['accepted', 'timeLimit', 'idlenessLimit'],
      isStrict: true,
      countsForTimeLimit: false,
    },
  });
  expect(solution(problem, 'accepted/b.cpp').expectation.verdicts[0]).toBe('runtimeError');
  expect(solution(problem, 'mixed/c.cpp').expectation.isSkipped).toBe(true);
});

test('submissions.yaml adds to folders, replaces them and names its own', async () => {
  const problem = await readWritten({
    ...MINIMAL,
    'submissions/submissions.yaml': [
      'accepted/sum.py: {use_for_time_limit: false, authors: Me}',
      'time_limit_exceeded: {permitted: [AC, TLE], required: [TLE]}',
      'wrong_answer/{a,b}*: {score: [10, 20]}',
      'hopeless: {permitted: [WA, RTE]}',
      'accepted/*: {secret: {permitted: [AC]}}',
    ].join('\n'),
    'submissions/time_limit_exceeded/slow.c': '',
    'submissions/wrong_answer/b1.c': '',
    'submissions/hopeless/no.c': '',
  });

  expect(solution(problem, 'accepted/sum.py').expectation).toMatchObject({
    verdicts: ['accepted'],
    countsForTimeLimit: false,
  });
  expect(solution(problem, 'time_limit_exceeded/slow.c').expectation).toMatchObject({
    verdicts: ['timeLimit', 'idlenessLimit'],
    isStrict: true,
  });
  expect(solution(problem, 'wrong_answer/b1.c').expectation).toMatchObject({
    verdicts: ['wrongAnswer', 'presentationError'],
    isStrict: false,
    score: [10, 20],
  });
  expect(solution(problem, 'hopeless/no.c').expectation.verdicts).not.toContain('timeLimit');
  expect(problem.remarks.map(({ text }) => text)).toContain(
    'submissions/submissions.yaml: what "accepted/*" says of single tests or groups is not compared',
  );
});

test('patterns match paths and the folders above, stars stay within a name', () => {
  expect(matchesPattern('accepted/sol.cpp', 'accepted')).toBe(true);
  expect(matchesPattern('accepted/sol.cpp', '*/sol.*')).toBe(true);
  expect(matchesPattern('accepted/sol.cpp', '*/{sol,other}.{py,cpp}')).toBe(true);
  expect(matchesPattern('accepted/sol.cpp', '*.cpp')).toBe(false);
  expect(matchesPattern('accepted/ab', 'accepted/ab*b')).toBe(false);
  expect(() => matchesPattern('a', '{a,b}'.repeat(20))).toThrow(/too many alternatives/);
});

test('a C++ source that needs a newer standard gets it', async () => {
  const problem = await readWritten({
    ...MINIMAL,
    'submissions/accepted/old.cpp':
      '#include <bits/stdc++.h>\nusing namespace std; int views, span; int main() {}',
    'submissions/accepted/new.cpp': '#include <bits/stdc++.h>\nint main() { std::ranges::sort(v); }',
    'submissions/accepted/newest.cpp': '#include <print>\nint main() { std::println("1"); }',
  });

  expect(solution(problem, 'accepted/old.cpp').program.languages[0]).toBe('cpp17');
  expect(solution(problem, 'accepted/new.cpp').program.languages[0]).toBe('cpp20');
  expect(solution(problem, 'accepted/newest.cpp').program.languages).toEqual(['cpp23']);
});

test('the expectation may be in a file of any kind', async () => {
  const problem = await readWritten({
    ...MINIMAL,
    'submissions/mixed/noted/sum.py': 'print(1)\n',
    'submissions/mixed/noted/NOTES.md': 'Forgets the first number. @expected_results@: WRONG-ANSWER\n',
    'submissions/mixed/header/sum.cpp': '#include "sum.h"\n',
    'submissions/mixed/header/sum.h':
      '// @EXPECTED_RESULTS@: RUN-ERROR, TIMELIMIT\nint main() { return 1; }\n',
    'submissions/mixed/scored.py': '# @EXPECTED_SCORE@: 12.5\n',
  });

  const labels = Object.fromEntries(
    problem.solutions.map(({ program, label }) => [program.inPackage, label]),
  );
  expect(labels).toMatchObject({
    'submissions/mixed/noted': 'WRONG-ANSWER',
    'submissions/mixed/header': 'RUN-ERROR, TIMELIMIT',
    'submissions/mixed/scored.py': 'score 12.5',
  });
  expect(problem.solutions.find(({ label }) => label === 'score 12.5')?.expectation).toMatchObject({
    score: [12.5, 12.5],
    isSkipped: false,
  });
});
