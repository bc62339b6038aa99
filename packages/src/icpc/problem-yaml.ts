import type { PackageLimits } from '@balloon/contracts/judging/testset.ts';
import { readPackageLimits } from '#icpc/package-limits.ts';
import type { PackageSource } from '#icpc/package-source.ts';
import { hasStatedScore } from '#icpc/submissions.ts';
import { parseSettings, type Settings, splitWords } from '#icpc/yaml-settings.ts';
import { PackageError } from '#package-error.ts';

/** Content of `problem.yaml` of any version of the format, in the terms of the newest. */
export interface ProblemYaml {
  version: string;
  /** Whether groups of tests and their scores are described as in 2025-09. */
  hasTestGroups: boolean;
  /**
   * Whether scores add up as in DOMjudge and not as in Kattis: only folders with settings are groups, nothing is
   * inherited, and a rejected group counts as 0 beside the others.
   */
  isForDomjudge: boolean;
  /** Names by language as the package writes it; one name without a language has the empty key. */
  names: ReadonlyMap<string, string>;
  sourceUrl: string | null;
  revision: number | null;
  isScoring: boolean;
  isInteractive: boolean;
  isMultiPass: boolean;
  /** Whether the output validator is custom; null where its folder decides. */
  isCustom: boolean | null;
  /** Arguments of the output validator, which precede those of a group. */
  validatorFlags: readonly string[];
  limits: Limits;
  grading: RootGrading;
}

interface Limits {
  timeLimitSec: number | null;
  multiplier: number;
  resolutionSec: number;
  memoryMib: number | null;
  outputMib: number | null;
  passes: number;
  /** Limits of compilers and of the output validator. */
  ofPackage: PackageLimits;
}

/** Grading that very old packages state here and newer ones beside the tests. */
interface RootGrading {
  minimise: boolean;
  onReject: string | null;
  acceptScore: number | null;
  rejectScore: number | null;
  range: string | null;
}

const FILE = 'problem.yaml';
const VERSIONS = /^(?:legacy|legacy-icpc|draft|20\d\d-\d\d(?:-draft)?)$/;
const TYPES = new Set(['pass-fail', 'scoring', 'interactive', 'multi-pass', 'submit-answer']);
/** Keys that describe a problem and never have an effect on judging, of any version of the format and of its usual tools. */
const FOR_ARCHIVES = [
  ...['uuid', 'author', 'credits', 'license', 'rights_owner', 'embargo_until', 'keywords', 'libraries'],
  ...['problem_id', 'short-name', 'shortname', 'color', 'colour', 'rgb', 'label', 'tags', 'difficulty'],
  ...['contributors', 'editors', 'translators', 'testers', 'externalid', 'probid', 'verified', 'comment'],
];

export async function readProblemYaml(source: PackageSource): Promise<ProblemYaml> {
  const yaml = parseSettings(FILE, await source.opened.readText(FILE, 1024 * 1024));
  yaml.skip(...FOR_ARCHIVES);

  const version = yaml.text('problem_format_version') ?? 'legacy';
  if (!VERSIONS.test(version)) {
    throw new PackageError(
      `${FILE}: problem_format_version "${version}" is unknown; legacy, 2023-07-draft and 2025-09 can be read`,
    );
  }
  const isLegacy = version.startsWith('legacy');
  const types = readTypes(yaml);
  const validation = readValidation(yaml, isLegacy);
  const problem: ProblemYaml = {
    version,
    hasTestGroups: !isLegacy && !isGradedAsBefore(source),
    isForDomjudge: isLegacy && (source.has('domjudge-problem.ini') || (await hasStatedScore(source))),
    names: readNames(yaml),
    sourceUrl: readSourceUrl(yaml),
    revision: readRevision(yaml),
    isScoring: types.has('scoring') || validation.words.has('score'),
    isInteractive: types.has('interactive') || validation.words.has('interactive'),
    isMultiPass: types.has('multi-pass') || validation.words.has('multi-pass'),
    isCustom: validation.isCustom,
    validatorFlags: yaml.words('validator_flags') ?? [],
    limits: readLimits(source, yaml, isLegacy),
    grading: readGrading(source, yaml),
  };
  remarkOnUse(source, yaml);
  refuseUnknown(source, FILE, yaml.unknownKeys);
  return problem;
}

/**
 * Whether groups follow the older rules. Drafts changed the grouping of tests and kept their name, so the settings
 * file decides.
 */
function isGradedAsBefore(source: PackageSource): boolean {
  const files = source.filesUnder('data');
  const has = (name: string) => files.some((path) => path === name || path.endsWith(`/${name}`));
  return has('testdata.yaml') && !has('test_group.yaml');
}

function readTypes(yaml: Settings): Set<string> {
  // Some packages write the types as one text: `scoring interactive`.
  const types = (yaml.list('type') ?? []).flatMap(splitWords);
  for (const type of types) {
    if (!TYPES.has(type)) {
      throw new PackageError(`${FILE}: type "${type}" is unknown; use ${[...TYPES].join(', ')}`);
    }
  }
  if (types.includes('submit-answer')) {
    throw new PackageError(
      `${FILE}: type submit-answer asks contestants for output files; Balloon judges programs only`,
    );
  }
  if (types.includes('pass-fail') && types.includes('scoring')) {
    throw new PackageError(`${FILE}: a problem cannot be both pass-fail and scoring`);
  }
  return new Set(types);
}

const VALIDATION_WORDS = new Set(['interactive', 'score', 'multi-pass']);

function readValidation(yaml: Settings, isLegacy: boolean): { isCustom: boolean | null; words: Set<string> } {
  const [kind, ...words] = yaml.words('validation') ?? [];
  if (kind === undefined) return { isCustom: isLegacy ? false : null, words: new Set() };
  if (kind !== 'default' && kind !== 'custom') {
    throw new PackageError(`${FILE}: validation must begin with "default" or "custom", not "${kind}"`);
  }
  for (const word of words) {
    if (kind === 'default' || !VALIDATION_WORDS.has(word)) {
      throw new PackageError(
        `${FILE}: validation "${kind} ${words.join(' ')}" is unknown; "custom" may be followed by ` +
          `${[...VALIDATION_WORDS].join(', ')}`,
      );
    }
  }
  return { isCustom: kind === 'custom', words: new Set(words) };
}

function readNames(yaml: Settings): Map<string, string> {
  const byLanguage = yaml.child('name');
  if (byLanguage === null) {
    const name = yaml.text('name')?.trim();
    return new Map(name ? [['', name]] : []);
  }
  const names = new Map<string, string>();
  for (const language of byLanguage.keys) {
    const name = byLanguage.text(language)?.trim();
    if (name) names.set(language, name);
  }
  return names;
}

function readSourceUrl(yaml: Settings): string | null {
  const url = yaml.text('source_url');
  if (!yaml.isMap('source') && !yaml.isList('source')) yaml.skip('source');
  const sources = [yaml.child('source'), ...yaml.children('source')];
  return url ?? sources.map((each) => each?.text('url')).find((each) => each) ?? null;
}

function readRevision(yaml: Settings): number | null {
  const version = yaml.text('version');
  return version !== null && /^\d{1,9}$/.test(version) ? Number(version) : null;
}

function readLimits(source: PackageSource, yaml: Settings, isLegacy: boolean): Limits {
  const limits = yaml.child('limits');
  if (limits === null && yaml.has('limits')) throw new PackageError(`${FILE}: limits must be a map`);
  const multipliers = limits?.child('time_multipliers') ?? null;
  limits?.skip('time_safety_margin'); // advice for authors
  const secondsOfPc2 = limits?.positive('timeout') ?? null;
  multipliers?.skip('time_limit_to_tle');
  const read: Limits = {
    timeLimitSec: limits?.positive('time_limit') ?? secondsOfPc2,
    multiplier:
      multipliers?.positive('ac_to_time_limit') ?? limits?.positive('time_multiplier') ?? (isLegacy ? 5 : 2),
    resolutionSec: limits?.positive('time_resolution') ?? 1,
    memoryMib: limits?.positive('memory') ?? null,
    outputMib: limits?.positive('output') ?? null,
    passes: limits?.positive('validation_passes') ?? 2,
    ofPackage: readPackageLimits(FILE, source, limits),
  };
  refuseUnknown(source, FILE, [...(limits?.unknownKeys ?? []), ...(multipliers?.unknownKeys ?? [])]);
  return read;
}

function readGrading(source: PackageSource, yaml: Settings): RootGrading {
  // Drafts of 2023 state the objective under `scoring`.
  const grading = yaml.child('grading') ?? yaml.child('scoring');
  yaml.skip('grading', 'scoring');
  grading?.skip('show_test_data_groups');
  const objective = grading?.text('objective') ?? 'max';
  if (objective !== 'max' && objective !== 'min') {
    throw new PackageError(`${FILE}: grading.objective must be "min" or "max", not "${objective}"`);
  }
  const read = {
    minimise: objective === 'min',
    onReject: grading?.text('on_reject') ?? null,
    acceptScore: grading?.number('accept_score') ?? null,
    rejectScore: grading?.number('reject_score') ?? null,
    range: grading?.text('range') ?? null,
  };
  refuseUnknown(source, FILE, grading?.unknownKeys ?? []);
  return read;
}

/** Remarks on keys that nothing knows: most are misspelt, so that what they ask for would be missing. */
export function refuseUnknown(source: PackageSource, file: string, keys: readonly string[]): void {
  for (const key of keys) source.withoutEffect(`${file}: the key "${key}" is unknown and`);
}

/** Remarks on requests of the package that the judge does not fulfil. */
function remarkOnUse(source: PackageSource, yaml: Settings): void {
  const languages = yaml.list('languages');
  if (languages !== null && languages.join() !== 'all') {
    source.withoutEffect(`${FILE}: languages (${languages.join(', ')}), about which the contest decides,`);
  }
  if (yaml.child('constants') !== null) {
    source.withoutEffect(`${FILE}: constants, which stand for {{name}} in statements and programs,`);
  }
  yaml.skip('allow_file_writing', 'sandbox-type');
  // How PC^2 starts the validator that `validation` and its folder describe.
  if (yaml.has('validation')) yaml.skip('validator');
}
