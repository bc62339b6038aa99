import type { PackageContents } from '@balloon/contracts/judging/package-report.ts';
import type { ProblemPackage } from '@balloon/packages/problem-package.ts';

/** Most names of one kind in a report; a package may state thousands. */
const NAMES_MAX = 50;

/** Summarises for the report what a package brings. */
export function contentsOf(pkg: ProblemPackage): PackageContents {
  const { statements, titles, tests, shownSamples, attachments, interactor, validators, generators } = pkg;
  return {
    statements: statements
      .slice(0, NAMES_MAX)
      .map(({ language, title, kind }) => ({ language, title: title || (titles[language] ?? ''), kind })),
    samplesNumber: shownSamples?.length ?? tests.filter(({ isSample }) => isSample).length,
    attachmentsNumber: attachments.length,
    checker: checkerName(pkg),
    interactor: interactor?.program.inPackage ?? null,
    validators: validators.slice(0, NAMES_MAX).map(({ program }) => program.inPackage),
    generators: [...generators.keys()].slice(0, NAMES_MAX),
    script: scriptOf(tests),
  };
}

/** Most commands in a report, and characters of one. */
const COMMANDS_MAX = 500;
const COMMAND_LENGTH_MAX = 300;

function scriptOf(tests: ProblemPackage['tests']): string[] {
  const commands = tests.flatMap(({ input }) => ('command' in input ? [input.command.join(' ')] : []));
  return commands.slice(0, COMMANDS_MAX).map((command) => command.slice(0, COMMAND_LENGTH_MAX));
}

function checkerName({ checker }: ProblemPackage): string | null {
  if (checker.kind === 'builtin') return checker.spec.kind;
  return checker.kind === 'program' ? (checker.standardName ?? checker.program.inPackage) : null;
}
