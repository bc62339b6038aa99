import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AuthorProgram, CheckerSpec, InteractorSpec, JudgingRules } from '@balloon/contracts/testset.ts';
import type { Checker } from '#checkers/checker.ts';
import { compareExactly } from '#checkers/compare-exactly.ts';
import { compareTokens, sameBytes } from '#checkers/compare-tokens.ts';
import { kattisDefault } from '#checkers/kattis-default.ts';
import { programChecker } from '#checkers/program-checker.ts';
import { CHECKER_PROTOCOLS } from '#checkers/protocols.ts';
import { sameNumber } from '#checkers/same-number.ts';
import { compileFiles, type Program } from '#compile.ts';
import { holdFiles } from '#hold-files.ts';
import { type Interactor, openInteractor } from '#interactive/interactor.ts';
import { ICPC_INTERACTOR, TESTLIB_INTERACTOR } from '#interactive/protocols.ts';
import type { JudgingSlot, Workshop } from '#judging-slot.ts';
import { authorCompiler } from '#script-programs.ts';

/** The problem's own programs, ready to judge. */
export interface Judges {
  checker: Checker;
  interactor: PreparedInteractor | null;
}

export interface PreparedInteractor extends Pick<InteractorSpec, 'protocol' | 'flags'> {
  interactor: Interactor;
}

/** Checker or interactor cannot be made here: our fault, and never the participant's. */
export class JudgesError extends Error {}

interface Setting {
  workshop: Workshop;
  slot: JudgingSlot;
  held: DisposableStack;
  signal: AbortSignal;
}

/**
 * Compiles checker and interactor of a problem, or finds them compiled.
 *
 * @throws {JudgesError} one does not compile, or its language is missing here
 */
export async function prepareJudges(rules: JudgingRules, setting: Setting): Promise<Judges> {
  const interactor = rules.interactor && (await prepareInteractor(rules.interactor, setting));
  return { interactor, checker: await prepareChecker(rules.checker, rules.passes > 1, setting) };
}

async function prepareChecker(spec: CheckerSpec, isMultiPass: boolean, setting: Setting): Promise<Checker> {
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
        { program, protocol, flags, isMultiPass },
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
  if (!compiler) throw new JudgesError(`this judge does not have the ${role}'s language ${language}`);
  using sourceFiles = new DisposableStack();
  const compiled = await compileFiles(workshop, { container: slot.checker, folder: slot.folder }, compiler, {
    files: await holdFiles(workshop, files, sourceFiles, signal),
    sources,
  });
  if (compiled.kind === 'failed') throw new JudgesError(`${role}: ${compiled.detail}`);
  if (compiled.kind === 'rejected') throw new JudgesError(`the ${role} does not compile:\n${compiled.text}`);
  return held.use(compiled.program);
}
