import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AuthorProgram, InteractorSpec, JudgingRules } from '@balloon/contracts/judging/testset.ts';
import type { Checker } from '#checkers/checker.ts';
import { compareExactly } from '#checkers/compare-exactly.ts';
import { compareTokens, sameBytes } from '#checkers/compare-tokens.ts';
import { kattisDefault } from '#checkers/kattis-default.ts';
import { programChecker } from '#checkers/program-checker.ts';
import { CHECKER_PROTOCOLS } from '#checkers/protocols.ts';
import { sameNumber } from '#checkers/same-number.ts';
import { compileFiles } from '#compile/compile.ts';
import { authorCompiler } from '#compile/script-programs.ts';
import { type Interactor, openInteractor } from '#interactive/interactor.ts';
import { ICPC_INTERACTOR, TESTLIB_INTERACTOR } from '#interactive/protocols.ts';
import { holdFiles } from '#judging/hold-files.ts';
import type { JudgingSlot } from '#run/judging-slot.ts';
import type { Program } from '#run/program.ts';
import type { Workshop } from '#workshop/workshop.ts';

/** Compiled jury programs of a problem. */
export interface JuryPrograms {
  checker: Checker;
  /** Whether an output that equals the answer byte by byte is right: comparers say so, programs need not. */
  acceptsAnswer: boolean;
  interactor: PreparedInteractor | null;
}

export interface PreparedInteractor extends Pick<InteractorSpec, 'protocol' | 'flags'> {
  interactor: Interactor;
}

/**
 * Error for a checker or interactor that cannot be compiled here: a fault of the jury or the judge, never of the
 * participant.
 */
export class JuryProgramError extends Error {}

interface Setting {
  workshop: Workshop;
  slot: JudgingSlot;
  held: DisposableStack;
  signal: AbortSignal;
}

/**
 * Compiles checker and interactor of a problem, or returns the cached ones.
 *
 * @throws {JuryProgramError} one does not compile, or its language is missing here
 */
export async function prepareJuryPrograms(rules: JudgingRules, setting: Setting): Promise<JuryPrograms> {
  const interactor = rules.interactor && (await prepareInteractor(rules.interactor, setting));
  const acceptsAnswer = rules.checker.kind !== 'program';
  return { interactor, acceptsAnswer, checker: await prepareChecker(rules, setting) };
}

async function prepareChecker(
  { checker: spec, passes, packageLimits: stated = {} }: JudgingRules,
  setting: Setting,
): Promise<Checker> {
  switch (spec.kind) {
    case 'tokens':
      return (files) => compareTokens(files, sameBytes);
    case 'exact':
      return (files) => compareExactly(files);
    case 'floats': {
      const same = sameNumber(spec.absolute, spec.relative);
      return (files) => compareTokens(files, same);
    }
    case 'kattis':
      return kattisDefault(spec);
    case 'program': {
      const { flags } = spec;
      const program = await buildProgram('checker', spec.program, setting);
      const protocol = CHECKER_PROTOCOLS[spec.protocol];
      const { checker: container } = setting.slot;
      return programChecker(
        container,
        { program, protocol, flags, isMultiPass: passes > 1, stated },
        folderFor(setting, 'checker'),
      );
    }
  }
}

async function prepareInteractor(spec: InteractorSpec, setting: Setting): Promise<PreparedInteractor> {
  const { protocol, flags } = spec;
  const program = await buildProgram('interactor', spec.program, setting);
  const words = protocol === 'testlib' ? TESTLIB_INTERACTOR : ICPC_INTERACTOR;
  return {
    protocol,
    flags,
    interactor: openInteractor(program, words, folderFor(setting, 'interactor')),
  };
}

function folderFor({ slot }: Setting, name: string): string {
  const folder = join(slot.folder, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function buildProgram(
  role: string,
  { language, files, sources }: AuthorProgram,
  { workshop, slot, held, signal }: Setting,
): Promise<Program> {
  const compiler = authorCompiler(workshop, language);
  if (!compiler) throw new JuryProgramError(`this judge does not have the ${role}'s language ${language}`);
  using sourceFiles = new DisposableStack();
  const compiled = await compileFiles(workshop, { container: slot.checker, folder: slot.folder }, compiler, {
    files: await holdFiles(workshop, files, sourceFiles, signal),
    sources,
  });
  if (compiled.kind === 'failed') throw new JuryProgramError(`${role}: ${compiled.detail}`);
  if (compiled.kind === 'rejected')
    throw new JuryProgramError(`the ${role} does not compile:\n${compiled.text}`);
  return held.use(compiled.program);
}
