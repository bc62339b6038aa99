import { afterAll, describe, expect, test } from 'vitest';
import { startPackageBuilder, toldBy } from '#testing/package-builder.ts';

/* Scoring packages whose solutions state a score: two groups of 40 and 60 points, the second of which is harder. */

const builder = await startPackageBuilder();
afterAll(() => builder[Symbol.asyncDispose]());

/** Solution that doubles numbers up to a bound. */
const doublesUpTo = (bound: number, comment = '') =>
  `${comment}n = int(input())\nprint(2 * n if n <= ${bound} else 0)\n`;

const PROBLEM = {
  'problem.yaml': 'name: Twice\ntype: scoring\nlimits: {time_limit: 10}\n',
  'problem_statement/problem.en.tex': '\\problemname{Twice}\nDouble it.\n',
  'data/testdata.yaml': 'range: 0 100\n',
  'data/secret/testdata.yaml': 'range: 0 100\n',
  'data/secret/1/testdata.yaml': 'accept_score: 40\nrange: 0 40\ngrader_flags: min\n',
  'data/secret/1/a.in': '1\n',
  'data/secret/1/a.ans': '2\n',
  'data/secret/1/b.in': '2\n',
  'data/secret/1/b.ans': '4\n',
  'data/secret/2/testdata.yaml': 'accept_score: 60\nrange: 0 60\ngrader_flags: min\n',
  'data/secret/2/a.in': '3\n',
  'data/secret/2/a.ans': '6\n',
  // Folder without settings, which DOMjudge does not count as a group.
  'data/secret/2/big/b.in': '100\n',
  'data/secret/2/big/b.ans': '200\n',
  'submissions/accepted/all.py': doublesUpTo(1000),
};

describe('by the rules of Kattis', () => {
  test('a rejected group voids the whole, unless the package says otherwise', async () => {
    await using built = await builder.build({
      ...PROBLEM,
      'submissions/submissions.yaml': 'partially_accepted/first.py: {score: 40}\n',
      'submissions/partially_accepted/first.py': doublesUpTo(2),
    });

    expect(toldBy(built).solutions).toEqual([
      'submissions/accepted/all.py agrees',
      {
        file: 'submissions/partially_accepted/first.py',
        agrees: 'no',
        expected: 'SCORE 40',
        got: 'SCORE 0',
        detail: 'The label says a score of 40, and the solution scores 0 of 100',
      },
    ]);
  });
});

describe("by DOMjudge's rules", () => {
  const FILES = { ...PROBLEM, 'domjudge-problem.ini': 'short-name = twice\n' };

  test('a rejected group is worth nothing, and the others count', async () => {
    await using built = await builder.build({
      ...FILES,
      'submissions/partially_accepted/first.py': doublesUpTo(2, '# @EXPECTED_SCORE@: 40\n'),
      'submissions/partially_accepted/most.py': doublesUpTo(99, '# @EXPECTED_SCORE@: 40\n'),
      'submissions/mixed/whole.py': doublesUpTo(
        1000,
        '# @EXPECTED_RESULTS@: CORRECT\n# @EXPECTED_SCORE@: 100\n',
      ),
    });

    expect(toldBy(built)).toEqual({
      errors: [],
      solutions: [
        'submissions/accepted/all.py agrees',
        'submissions/mixed/whole.py agrees',
        'submissions/partially_accepted/first.py agrees',
        'submissions/partially_accepted/most.py agrees',
      ],
    });
  });

  test('another score than the stated one is reported with both', async () => {
    await using built = await builder.build({
      ...FILES,
      'submissions/mixed/first.py': doublesUpTo(2, '# @EXPECTED_SCORE@: 60\n'),
    });

    expect(toldBy(built).solutions[1]).toEqual({
      file: 'submissions/mixed/first.py',
      agrees: 'no',
      expected: 'SCORE 60',
      got: 'SCORE 40',
      detail: 'The label says a score of 60, and the solution scores 40 of 100',
    });
  });
});
