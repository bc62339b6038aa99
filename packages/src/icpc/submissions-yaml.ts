import {
  expectationOf,
  folderExpectation,
  folderRequirement,
  JUDGEMENTS,
  type Judgement,
} from '#icpc/expectations.ts';
import type { PackageSource } from '#icpc/package-source.ts';
import { parseSettings, type Settings } from '#icpc/yaml-settings.ts';
import { PackageError } from '#package-error.ts';
import type { Expectation } from '#problem-package.ts';

const FILE = 'submissions/submissions.yaml';

/** Rule of `submissions.yaml` for the solutions whose path (below `submissions/`) matches a pattern. */
export interface SubmissionRule {
  pattern: string;
  permitted: readonly Judgement[] | null;
  required: readonly Judgement[] | null;
  score: readonly [number, number] | null;
  /** Whether the solution counts; null to decide by `permitted`. */
  countsForTimeLimit: boolean | null;
}

export async function readSubmissionRules(source: PackageSource): Promise<SubmissionRule[]> {
  if (!source.has(FILE)) return [];
  const yaml = parseSettings(FILE, await source.opened.readText(FILE, 1024 * 1024));
  return yaml.keys.flatMap((pattern) => {
    const settings = yaml.child(pattern);
    return settings === null ? [] : [readRule(source, pattern, settings)];
  });
}

function readRule(source: PackageSource, pattern: string, settings: Settings): SubmissionRule {
  settings.skip('language', 'entrypoint', 'author', 'authors', 'model_solution', 'message');
  const use = settings.text('use_for_time_limit')?.toLowerCase();
  const rule: SubmissionRule = {
    pattern,
    permitted: readJudgements(settings, 'permitted'),
    required: readJudgements(settings, 'required'),
    score: readScore(settings),
    countsForTimeLimit: use === undefined ? null : use === 'lower' || use === 'true' || use === 'yes',
  };
  const forTests = settings.unknownKeys.filter((key) => settings.isMap(key.slice(pattern.length + 1)));
  if (forTests.length > 0) {
    source.note(`${FILE}: what "${pattern}" says of single tests or groups is not compared`);
  }
  return rule;
}

function readJudgements(settings: Settings, key: string): Judgement[] | null {
  const words = settings.list(key);
  return (
    words?.map((word) => {
      const judgement = JUDGEMENTS.find((each) => each === word.trim().toUpperCase());
      if (judgement === undefined) {
        throw new PackageError(`${FILE}: ${key} holds "${word}"; use ${JUDGEMENTS.join(', ')}`);
      }
      return judgement;
    }) ?? null
  );
}

function readScore(settings: Settings): readonly [number, number] | null {
  const [low, high = low] = (settings.list('score') ?? []).map(Number);
  if (low === undefined || high === undefined) return null;
  if (Number.isNaN(low + high)) throw new PackageError(`${FILE}: score must be one number or two`);
  return [low, high];
}

/**
 * Returns the expectation of a solution; null where neither its folder nor a rule states one.
 *
 * @param path below `submissions/`: `accepted/sol.cpp`
 */
export function expectationByRules(path: string, rules: readonly SubmissionRule[]): Expectation | null {
  const folder = path.split('/')[0] ?? '';
  const matching = rules.filter(({ pattern }) => matchesPattern(path, pattern));
  if (matching.length === 0) return folderExpectation(folder);

  const byFolder = folderRequirement(folder);
  let permitted = byFolder?.permitted ?? JUDGEMENTS;
  let required = byFolder?.required ?? JUDGEMENTS;
  for (const rule of matching) {
    // A pattern equal to the folder's name replaces the format's meaning of it; a longer pattern adds to that.
    const replaces = rule.pattern === folder;
    if (rule.permitted) permitted = replaces ? rule.permitted : common(permitted, rule.permitted);
    if (rule.required) required = replaces ? rule.required : common(required, rule.required);
  }
  const isExplicit = matching.some((rule) => rule.permitted !== null);
  const expectation =
    isExplicit || matching.some((rule) => rule.required !== null)
      ? expectationOf({ permitted, required, isExplicit })
      : folderExpectation(folder);
  if (expectation === null) return null;
  return {
    ...expectation,
    score: matching.findLast(({ score }) => score !== null)?.score ?? expectation.score,
    countsForTimeLimit:
      matching.findLast((rule) => rule.countsForTimeLimit !== null)?.countsForTimeLimit ??
      expectation.countsForTimeLimit,
  };
}

/** Intersects two lists of judgements; where they exclude each other, the later one counts. */
function common(before: readonly Judgement[], added: readonly Judgement[]): readonly Judgement[] {
  const both = added.filter((judgement) => before.includes(judgement));
  return both.length > 0 ? both : added;
}

/** Whether a path or a folder above it matches a pattern; `*` stays within a name, `{a,b}` is either. */
export function matchesPattern(path: string, pattern: string): boolean {
  const parts = path.split('/');
  return expandBraces(pattern).some((each) => {
    const wanted = each.split('/').filter((part) => part !== '');
    return wanted.length <= parts.length && wanted.every((part, i) => matchesName(parts[i] ?? '', part));
  });
}

function matchesName(name: string, pattern: string): boolean {
  // Without a regular expression, which a pattern with many stars could make run for ever.
  const [head = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return name === pattern;
  const tail = rest.pop() ?? '';
  if (!name.startsWith(head) || !name.endsWith(tail) || name.length < head.length + tail.length) return false;
  const end = name.length - tail.length;
  let at = head.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

/** Largest number of alternatives, far above that of real patterns. */
const MAX_ALTERNATIVES = 1000;

function expandBraces(pattern: string): string[] {
  const braces = /\{([^{}]*)\}/;
  let open = [pattern];
  while (open.some((each) => braces.test(each))) {
    open = open.flatMap((each) => {
      const match = braces.exec(each);
      return match === null
        ? [each]
        : (match[1] ?? '').split(',').map((choice) => each.replace(match[0], () => choice));
    });
    if (open.length > MAX_ALTERNATIVES) {
      throw new PackageError(`${FILE}: the pattern "${pattern.slice(0, 100)}" has too many alternatives`);
    }
  }
  return open;
}
