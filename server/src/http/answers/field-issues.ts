import { FieldIssue } from '@balloon/contracts/common.ts';
import type { ZodError } from 'zod';
import { InvalidInputError } from '#errors.ts';

/** Fields of an issue of Zod that are read, from every kind of source. */
interface ZodIssue {
  code: string;
  path: readonly PropertyKey[];
  message?: string | undefined;
  params: Record<string, unknown>;
}

/** Bounds of Zod: what is measured → texts of too little and too much. */
const MEASURES: Record<string, [string, string]> = {
  string: ['too short', 'too long'],
  array: ['too few', 'too many'],
  kilobytes: ['too small', 'too large'],
  number: ['too small', 'too large'],
};

/** Texts of the contracts for missing fields. */
const WORDS_OF_ABSENCE: ReadonlySet<string> = new Set(['is required', 'must not be empty']);

/** Details that the contracts attach to a failed refinement. */
const StatedIssue = FieldIssue.omit({ field: true });

/** Describes an issue of Zod for people, since Zod's own texts are about schemas. */
export function fieldIssueOf({ code, path, message, params }: ZodIssue): FieldIssue {
  const field = path.map(String).join('.');
  if (isMissing({ message, ...params })) return { field, kind: 'required' };
  if (code === 'too_small') return { field, kind: code, bound: smallestOf(params), of: measureOf(params) };
  if (code === 'too_big') return { field, kind: code, bound: Number(params.maximum), of: measureOf(params) };
  if (code === 'invalid_format') return { field, kind: code };
  if (code === 'unrecognized_keys') return { field, kind: 'unexpected' };
  const stated = StatedIssue.safeParse(params.params);
  if (stated.success) return { field, ...stated.data };
  return { field, kind: 'invalid' };
}

/**
 * Refusal that names each wrong field, for input that the schema of a route cannot check.
 *
 * @param base path of the checked value within the request
 */
export function invalidFields(error: Pick<ZodError, 'issues'>, base: readonly string[] = []) {
  const issues = error.issues.map((issue) =>
    fieldIssueOf({ ...issue, path: [...base, ...issue.path], params: { ...issue } }),
  );
  const texts = issues.map((issue, at) => `${issue.field}: ${wordsOf(issue, ownWordsOf(error.issues[at]))}`);
  return new InvalidInputError('INVALID_INPUT', texts.join('; '), issues);
}

/** Words of a contract for an issue; `undefined` where Zod's own stand in their place, which are about schemas. */
export function ownWordsOf({ code, message = '' }: Partial<Pick<ZodIssue, 'code' | 'message'>> = {}) {
  const isOwn = code === 'custom' || (code === 'invalid_format' && !message.startsWith('Invalid'));
  return isOwn ? message : undefined;
}

/** Kinds of issues by which Zod refuses an absent value, also where its message does not say so. */
const CODES_OF_ABSENCE: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

/** Whether an issue is that `input` has nothing at its path: coercion and lists of texts do not tell. */
export function isAbsentIn(input: unknown, { code, path }: Pick<ZodIssue, 'code' | 'path'>): boolean {
  if (!CODES_OF_ABSENCE.has(code)) return false;
  const found = path.reduce<unknown>((part, key) => Object(part)[key], input);
  return found === undefined;
}

/** Returns the text for clients without texts of their own, such as `too long, at most 200`. */
export function wordsOf({ kind, bound, of = 'number' }: FieldIssue, ownWords?: string): string {
  if (ownWords !== undefined && kind !== 'required') return ownWords;
  const [tooLittle = '', tooMuch = ''] = MEASURES[of] ?? [];
  const words = {
    required: 'is required',
    too_small: `${tooLittle}, at least ${bound}`,
    too_big: `${tooMuch}, at most ${bound}${of === 'kilobytes' ? ' KB' : ''}`,
    invalid_format: 'not in the expected form',
    zero_bytes: 'must be text, without zero bytes',
    mismatch: 'differs from the field that it repeats',
    unexpected: 'has fields that are unknown here',
    invalid: 'is not valid',
  };
  return words[kind];
}

/** The smallest value that is allowed; only whole numbers have a bound that is not allowed itself: `positive()`. */
const smallestOf = ({ minimum, inclusive }: Record<string, unknown>) =>
  inclusive === false ? Number(minimum) + 1 : Number(minimum);

function measureOf({ origin }: Record<string, unknown>): FieldIssue['of'] {
  return origin === 'string' || origin === 'array' ? origin : 'number';
}

interface BranchIssue {
  message?: string | undefined;
  path?: readonly PropertyKey[];
  errors?: unknown;
}

function isMissing(issue: BranchIssue): boolean {
  if (isAbsent(issue) || WORDS_OF_ABSENCE.has(issue.message ?? '')) return true;
  const branches = branchesOf(issue);
  return branches.length > 0 && branches.every(isMissing);
}

/**
 * Zod has no code for an absent field, only this end of its message; a union has it inside its branches. A branch of one
 * fixed text does not say what it got; the others do.
 */
function isAbsent(issue: BranchIssue): boolean {
  if (issue.message?.endsWith('received undefined')) return true;
  return branchesOf(issue).some((branch) => branch.path?.length === 0 && isAbsent(branch));
}

const branchesOf = ({ errors }: BranchIssue): BranchIssue[] => (Array.isArray(errors) ? errors.flat() : []);
