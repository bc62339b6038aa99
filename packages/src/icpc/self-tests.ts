import type { PackageSource } from '#icpc/package-source.ts';
import type { PackageSelfTest } from '#problem-package.ts';

/**
 * Reads inputs and outputs with which the author tests the validators; folders as named by 2025-09 and common tools.
 */
export function readSelfTests(
  source: PackageSource,
  { validatorsAreComplete, isInteractive }: { validatorsAreComplete: boolean; isInteractive: boolean },
): PackageSelfTest[] {
  const tests: PackageSelfTest[] = [];
  // Any of several validators may be the one that rejects: with one that is not run, the result is unknown.
  if (validatorsAreComplete) {
    for (const folder of ['invalid_input', 'invalid_inputs']) {
      for (const base of basesOf(source, folder)) {
        const input = source.file(`${base}.in`, 'input.in');
        tests.push({ of: 'validator', name: base, input, output: null, answer: null, expected: 'invalid' });
      }
    }
  }
  if (isInteractive) return tests;
  for (const [folder, expected] of OUTPUT_FOLDERS) {
    for (const base of basesOf(source, folder)) {
      if (!source.has(`${base}.out`) || !source.has(`${base}.ans`)) continue;
      tests.push({
        of: 'checker',
        name: base,
        input: source.file(`${base}.in`, 'input.in'),
        output: source.file(`${base}.out`, 'output.out'),
        answer: source.file(`${base}.ans`, 'answer.ans'),
        expected,
      });
    }
  }
  return tests;
}

const OUTPUT_FOLDERS = [
  ['invalid_output', 'wrong'],
  ['invalid_outputs', 'wrong'],
  ['valid_output', 'ok'],
  ['valid_outputs', 'ok'],
] as const;

function basesOf(source: PackageSource, folder: string): string[] {
  return source
    .filesUnder(`data/${folder}`)
    .filter((path) => path.endsWith('.in'))
    .map((path) => `data/${folder}/${path.slice(0, -3)}`)
    .sort();
}
