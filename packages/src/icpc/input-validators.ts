import { endingOf, type PackageSource } from '#icpc/package-source.ts';
import { readPrograms } from '#icpc/programs.ts';
import type { PackageValidator } from '#problem-package.ts';

const FOLDERS = ['input_validators', 'input_format_validators'];
/** Grammar languages for the form of an input. */
const GRAMMARS = new Map([
  ['.ctd', 'checktestdata'],
  ['.viva', 'VIVA'],
]);

export interface InputValidators {
  validators: readonly PackageValidator[];
  /** Whether every validator of the package is run, so that one of them must find an invalid input. */
  isComplete: boolean;
}

/** Reads the programs that validate the tests. */
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
