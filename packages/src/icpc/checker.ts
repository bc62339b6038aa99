import { readDefaultValidatorFlags } from '#icpc/default-validator.ts';
import { endingOf, type FolderEntry, type PackageSource } from '#icpc/package-source.ts';
import type { ProblemYaml } from '#icpc/problem-yaml.ts';
import { readProgram, readPrograms } from '#icpc/programs.ts';
import { PackageError } from '#package-error.ts';
import type { PackageChecker, PackageProgram, ProblemPackage } from '#problem-package.ts';

/** Folders of the output validator by the old name and the new one: several validators, or one. */
const FOLDERS = ['output_validators', 'output_validator'];

/** Reads the kind of checker: the format's own comparison, a program of the package, or an interactor. */
export async function readChecker(
  source: PackageSource,
  problem: ProblemYaml,
): Promise<Pick<ProblemPackage, 'checker' | 'interactor'>> {
  const program = await readOutputValidator(source, problem);
  const flags = problem.validatorFlags;
  if (program === null) return { checker: defaultValidator(source, flags), interactor: null };
  if (problem.isInteractive) {
    return { checker: { kind: 'interactor' }, interactor: { protocol: 'kattis', program, flags } };
  }
  const checker: PackageChecker = {
    kind: 'program',
    protocol: 'kattis',
    program,
    flags,
    standardName: null,
  };
  return { checker, interactor: null };
}

function defaultValidator(source: PackageSource, flags: readonly string[]): PackageChecker {
  return {
    kind: 'builtin',
    spec: readDefaultValidatorFlags('problem.yaml', flags, (feature) => source.withoutEffect(feature)),
  };
}

async function readOutputValidator(
  source: PackageSource,
  problem: ProblemYaml,
): Promise<PackageProgram | null> {
  const programs = await findValidators(source);
  const wantsProgram =
    problem.isCustom ?? (problem.isInteractive || problem.isMultiPass || programs.length > 0);
  const [first, ...others] = programs;
  if (!wantsProgram) {
    if (first !== undefined) {
      source.warn(
        `${first.inPackage} is not used: problem.yaml asks for the default comparison; ` +
          'write "validation: custom" to use it',
      );
    }
    return null;
  }
  if (first === undefined) {
    throw new PackageError(
      `the problem needs an output validator of its own, but ${FOLDERS.join('/ and ')}/ hold no program`,
    );
  }
  // The first version of the format required every validator to accept; today's tools run the first one only.
  if (others.length > 0) {
    source.warn(
      `of several output validators only ${first.inPackage} is used, not ` +
        others.map(({ inPackage }) => inPackage).join(', '),
    );
  }
  return first;
}

async function findValidators(source: PackageSource): Promise<PackageProgram[]> {
  const programs: PackageProgram[] = [];
  for (const folder of FOLDERS) {
    const entries = source.entriesOf(folder);
    if (entries.length === 0) continue;
    if (isOneProgram(folder, entries)) {
      const files = source.filesUnder(folder);
      const whole = { name: folder, path: folder, isFolder: true, files };
      const program = await readProgram(source, whole, { mayHaveScripts: true });
      if (program) programs.push(program);
    } else {
      programs.push(...(await readPrograms(source, folder, { mayHaveScripts: true })).programs);
    }
  }
  return programs;
}

/**
 * Whether a folder is one program. The new folder holds a program's files; authors keep the old one's further level
 * there, too.
 */
function isOneProgram(folder: string, entries: readonly FolderEntry[]): boolean {
  const names = entries.filter(({ isFolder }) => !isFolder).map(({ name }) => name);
  if (names.includes('build') || names.includes('run')) return true;
  return folder === 'output_validator' && names.some((name) => endingOf(name) !== '');
}
