import type { PackageReport, SolutionReport } from '@balloon/contracts/judging/package-report.ts';
import { expect, test } from 'vitest';
import { brokenPackage, linesOf, summaryOf } from '#reports/print-package-report.ts';

const right: SolutionReport = {
  file: 'solutions/main.cpp',
  label: 'main',
  language: 'C++17 (g++ 14.2)',
  expected: 'AC',
  got: 'AC',
  seen: ['AC'],
  agrees: 'yes',
  test: null,
  timeMs: 12.4,
  memoryKb: 3584,
  score: null,
  detail: null,
};
const wrong: SolutionReport = {
  ...right,
  file: 'slow.py',
  language: 'Python 3',
  expected: 'TL',
  test: '07',
  agrees: 'no',
};
const skipped: SolutionReport = {
  ...right,
  file: 'a.vb',
  got: null,
  agrees: 'skipped',
  detail: 'no VB\n\u001b[31mhere',
};
const report: PackageReport = {
  ...brokenPackage('sum.zip', ''),
  format: 'polygon',
  title: 'Sum',
  outcome: 'disagrees',
  timeLimitMs: 1000,
  memoryLimitKb: 262_144,
  testsNumber: 20,
  generatedTestsNumber: 3,
  findings: [{ level: 'warning', text: 'points are kept' }],
  solutions: [right, wrong, skipped],
};

test('a report has a headline, its findings and an aligned row per solution', () => {
  expect(linesOf(report)).toEqual([
    'sum.zip: DISAGREES, polygon, "Sum", 20 tests (3 generated), 1000 ms, 256 MB',
    '  warning: points are kept',
    '      package  file                language          expected  got      test  time   memory',
    '  ok  sum.zip  solutions/main.cpp  C++17 (g++ 14.2)  AC        AC             12 ms  3.5 MB',
    '  NO  sum.zip  slow.py             Python 3          TL        AC       07    12 ms  3.5 MB',
    '  -   sum.zip  a.vb                C++17 (g++ 14.2)  AC        skipped',
    '      no VB\n       [31mhere',
  ]);
});

test('the summary counts packages and solutions', () => {
  const summary = summaryOf([report, brokenPackage('gone.zip', 'There is no such file')]);
  expect(summary).toMatchObject({ packages: 2, agree: 0, disagree: 1, broken: 1 });
  expect(summary.text).toBe(
    '2 packages: 0 agree, 1 disagree, 1 broken; 3 solutions: 1 agree, 1 disagree, 1 skipped',
  );
});
