import type { CheckerSpec } from '@balloon/contracts/judging/testset.ts';
import { PackageError } from '#package-error.ts';

type KattisSpec = Extract<CheckerSpec, { kind: 'kattis' }>;

/**
 * Parses the arguments of the format's default output validator.
 *
 * @param where the file that contains them, for messages
 */
export function readDefaultValidatorFlags(
  where: string,
  flags: readonly string[],
  withoutEffect: (feature: string) => void,
): KattisSpec {
  const spec: KattisSpec = {
    kind: 'kattis',
    caseSensitive: false,
    spaceSensitive: false,
    absolute: null,
    relative: null,
  };
  const words = flags[Symbol.iterator]();
  for (const word of words) {
    const tolerance = () => readTolerance(where, word, words.next().value);
    switch (word.replace(/^--?/, '')) {
      case 'case_sensitive':
        spec.caseSensitive = true;
        break;
      case 'space_change_sensitive':
        spec.spaceSensitive = true;
        break;
      case 'float_absolute_tolerance':
        spec.absolute = tolerance();
        break;
      case 'float_relative_tolerance':
        spec.relative = tolerance();
        break;
      case 'float_tolerance':
        spec.absolute = tolerance();
        spec.relative = spec.absolute;
        break;
      default:
        withoutEffect(`${where}: the flag "${word}" is unknown to the default output validator and`);
    }
  }
  return spec;
}

function readTolerance(where: string, flag: string, text: string | undefined): number {
  const tolerance = Number(text);
  if (text === undefined || !Number.isFinite(tolerance) || tolerance < 0) {
    throw new PackageError(`${where}: ${flag} must be followed by a number, such as "${flag} 1e-6"`);
  }
  return tolerance;
}
