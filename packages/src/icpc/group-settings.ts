import type { PackageSource } from '#icpc/package-source.ts';
import { type ProblemYaml, refuseUnknown } from '#icpc/problem-yaml.ts';
import { parseSettings, Settings, splitWords } from '#icpc/yaml-settings.ts';
import { PackageError } from '#package-error.ts';
import type { PackageGrading } from '#problem-package.ts';

/** Settings of a folder of tests, including inherited ones. */
export interface GroupSettings {
  /** Path relative to `data`: empty, `sample`, `secret/group1`. */
  name: string;
  /** Arguments of checker and interactor that follow those of the whole problem; null where none are set. */
  checkerFlags: readonly string[] | null;
  validatorFlags: readonly string[] | null;
  /** Whether solutions need arguments or files beside standard input, which our judge does not give. */
  hasArguments: boolean;
  /** Whether the folder contains a settings file. */
  hasFile: boolean;
  grading: PackageGrading;
  /** Settings of 2025-09 packages; null in others. */
  testGroup: TestGroup | null;
}

/** Scoring of a folder in 2025-09. */
export interface TestGroup {
  /** Full marks; null for no bound. */
  maxScore: number | null;
  aggregation: 'pass-fail' | 'sum' | 'min';
  requirePass: readonly string[];
}

const FILES = ['test_group.yaml', 'testdata.yaml'];

/** Reads the settings file of a folder of tests, or an empty one. */
export async function readGroupFile(source: PackageSource, name: string): Promise<Settings> {
  const folder = name === '' ? 'data' : `data/${name}`;
  const path = FILES.map((file) => `${folder}/${file}`).find((each) => source.has(each));
  if (path === undefined) return new Settings(`${folder}/${FILES[0]}`);
  return parseSettings(path, await source.opened.readText(path, 1024 * 1024));
}

/** Whether the folder is a group of its own by the rules of 2025-09. */
export function hasGroupFile(source: PackageSource, name: string): boolean {
  return FILES.some((file) => source.has(`data/${name}/${file}`));
}

/** Settings with which the folder `data` begins. */
export function rootSettings(source: PackageSource, problem: ProblemYaml): GroupSettings {
  const { onReject, acceptScore, rejectScore, range } = problem.grading;
  return {
    name: '',
    checkerFlags: null,
    validatorFlags: null,
    hasArguments: false,
    hasFile: hasGroupFile(source, ''),
    grading: {
      aggregation: 'sum',
      acceptScore: acceptScore ?? 1,
      rejectScore: rejectScore ?? 0,
      onReject: onReject === 'grade' ? 'continue' : 'break',
      range: range === null ? null : readRange('problem.yaml', range),
      ignoreSample: false,
      acceptIfAnyAccepted: false,
    },
    testGroup: null,
  };
}

/** Settings with which a group of DOMjudge begins, whatever lies above it. */
const DOMJUDGE_GRADING: PackageGrading = {
  aggregation: 'sum',
  acceptScore: 0,
  rejectScore: 0,
  onReject: 'continue',
  range: null,
  ignoreSample: false,
  acceptIfAnyAccepted: false,
};

/** Adds a folder's or a test's own settings to the inherited ones. */
export function inheritSettings(
  source: PackageSource,
  problem: ProblemYaml,
  parent: GroupSettings,
  name: string,
  own: Settings,
): GroupSettings {
  const args = own.words('args');
  own.skip('full_feedback', 'hint', 'description', 'input_visualizer_args', 'output_visualizer_args');
  const settings: GroupSettings = {
    name,
    checkerFlags: flagsOf(own, 'output_validator_flags', 'output_validator_args') ?? parent.checkerFlags,
    validatorFlags: flagsOf(own, 'input_validator_flags', 'input_validator_args') ?? parent.validatorFlags,
    hasArguments: args === null ? parent.hasArguments : args.length > 0,
    hasFile: hasGroupFile(source, name),
    grading: readGrading(source, own, name, problem.isForDomjudge ? DOMJUDGE_GRADING : parent.grading),
    testGroup: problem.hasTestGroups ? readTestGroup(own, name) : null,
  };
  if (own.has('static_validation_score') || own.has('static_validation')) {
    source.withoutEffect(`${own.file}: the static validator`);
  }
  own.skip('static_validator_args');
  refuseUnknown(source, own.file, own.unknownKeys);
  return settings;
}

/**
 * Reads arguments by either name. A map names a validator: with one validator, as in nearly all packages, these are
 * its arguments.
 */
function flagsOf(own: Settings, ...keys: readonly string[]): string[] | null {
  for (const key of keys) {
    const byValidator = own.child(key);
    if (byValidator === null) {
      const words = own.words(key);
      if (words !== null) return words;
      continue;
    }
    if (byValidator.has('flags')) return byValidator.words('flags');
    const [first] = byValidator.keys;
    return first === undefined || first === 'name' ? [] : byValidator.words(first);
  }
  return null;
}

const AGGREGATIONS = new Set(['sum', 'min', 'max', 'avg']);
/** Flags that choose the verdict of a rejection, which here follows from the tests. */
const VERDICT_MODES = new Set(['first_error', 'worst_error', 'always_accept', 'no_errors']);

function readGrading(
  source: PackageSource,
  own: Settings,
  name: string,
  parent: PackageGrading,
): PackageGrading {
  if (own.text('grading') === 'custom') {
    source.withoutEffect(`${own.file}: the program in graders/, beside grader_flags,`);
  }
  const onReject = own.text('on_reject') ?? parent.onReject;
  if (onReject !== 'break' && onReject !== 'continue') {
    throw new PackageError(`${own.file}: on_reject must be "break" or "continue", not "${onReject}"`);
  }
  const range = own.words('range');
  const grading: PackageGrading = {
    ...parent,
    acceptScore: own.number('accept_score') ?? parent.acceptScore,
    rejectScore: own.number('reject_score') ?? parent.rejectScore,
    onReject,
    range: range === null ? parent.range : readRange(own.file, range.join(' ')),
  };
  const flags = own.words('grader_flags');
  if (flags === null) return { ...grading, ignoreSample: false };

  for (const flag of flags) {
    if (AGGREGATIONS.has(flag) || VERDICT_MODES.has(flag)) continue;
    if (flag === 'accept_if_any_accepted' || flag === 'ignore_sample') continue;
    source.withoutEffect(`${own.file}: the grader flag "${flag}" is unknown and`);
  }
  return {
    ...grading,
    aggregation: (flags.findLast((flag) => AGGREGATIONS.has(flag)) ?? 'sum') as PackageGrading['aggregation'],
    // Has effect at the top only, and is not inherited.
    ignoreSample: name === '' && flags.includes('ignore_sample'),
    acceptIfAnyAccepted: flags.includes('accept_if_any_accepted'),
  };
}

/** Parses two numbers; null where one of them is without bound. */
function readRange(file: string, text: string): readonly [number, number] | null {
  const words = splitWords(text.replace(',', ' '));
  const [low, high] = words.map((word) =>
    /^[+-]?inf(inity)?$/i.test(word) ? Number.POSITIVE_INFINITY : Number(word),
  );
  if (words.length !== 2 || low === undefined || high === undefined || Number.isNaN(low + high)) {
    throw new PackageError(`${file}: range must be two numbers, such as "0 100", not "${text}"`);
  }
  return Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null;
}

function readTestGroup(own: Settings, name: string): TestGroup {
  const isSecret = name === 'secret';
  const maxScore = own.text('max_score') ?? (isSecret ? '100' : 'unbounded');
  const aggregation = own.text('score_aggregation') ?? (isSecret ? 'sum' : 'pass-fail');
  if (aggregation !== 'pass-fail' && aggregation !== 'sum' && aggregation !== 'min') {
    throw new PackageError(
      `${own.file}: score_aggregation must be pass-fail, sum or min, not "${aggregation}"`,
    );
  }
  return {
    maxScore: maxScore === 'unbounded' ? null : (own.number('max_score') ?? 100),
    aggregation,
    requirePass: own.list('require_pass') ?? [],
  };
}
