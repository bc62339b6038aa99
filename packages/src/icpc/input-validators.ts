import type { PackageValidator } from '#problem-package.ts';
import { endingOf, type PackageSource } from './package-source.ts';
import { readPrograms } from './programs.ts';

const FOLDERS = ['input_validators', 'input_format_validators'];
/** Languages of their own for the form of an input. */
const GRAMMARS = new Map([
  ['.ctd', 'checktestdata'],
  ['.viva', 'VIVA'],
]);

export interface InputValidators {
  validators: readonly PackageValidator[];
  /** Every validator of the package is run, so that an invalid input must be found by one of them. */
  isComplete: boolean;
}

/** The programs that look at the form of the tests. */
export async function readInputValidators(source: PackageSource): Promise<InputValidators> {
  const validators: PackageValidator[] = [];
  let isComplete = true;
  for (const folder of FOLDERS) {
    const { programs, others } = await readPrograms(source, folder, { mayHaveScripts: true });
    validators.push(...programs.map((program) => ({ program, protocol: 'kattis' as const, flags: [] })));
    for (const { path } of others) {
      const grammar = GRAMMARS.get(endingOf(path));
      if (grammar === undefined) continue;
      isComplete = false;
      source.note(`${path} is not run: Balloon has no ${grammar}`);
    }
  }
  if (validators.length === 0) source.note('no program checks the form of the tests');
  return { validators, isComplete };
}
