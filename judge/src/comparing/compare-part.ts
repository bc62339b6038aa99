import type { LanguageFamily } from '@balloon/domain/languages/languages.ts';
import type { SimilarPair } from '@balloon/domain/similarity/compare.ts';
import type { PrintRules } from '@balloon/domain/similarity/prints.ts';
import { runInThread, type ThreadLimits } from '@balloon/packages/threads/run-in-thread.ts';

export interface Source {
  id: number;
  source: string;
}
export interface ReadOrder {
  rules: PrintRules;
  sources: readonly Source[];
}
export interface MatchOrder {
  prints: Uint8Array;
  keepOneOf: number;
  /** Number of pairs that are kept, the most similar ones. */
  most: number;
}

/** Programs that were read, packed, and those that broke the thread. */
export interface ReadSources {
  prints: Buffer;
  leftOut: number[];
}

/** A part takes a fraction of a second and a few megabytes; the rest is for a busy machine. */
const LIMITS: ThreadLimits = { wallMs: 5_000, memoryMb: 256 };
const THREAD = new URL('./compare-thread.ts', import.meta.url);

/**
 * Turns sources into prints, in a thread: the judge goes on meanwhile. Text that breaks the thread is found by halves and left
 * out.
 *
 * @param family of languages, as in the task
 * @throws {Error} when not one of several sources can be read, which is no fault of theirs
 */
export async function readSources(
  { family, ...rules }: Omit<PrintRules, 'family'> & { family: string },
  sources: readonly Source[],
  signal: AbortSignal,
  limits = LIMITS,
): Promise<ReadSources> {
  const order = { rules: { ...rules, family: family as LanguageFamily }, sources };
  const read = await readOrHalves(order, signal, limits);
  if (sources.length > 1 && read.leftOut.length === sources.length)
    throw new Error(`None of ${sources.length} solutions could be read`);
  return read;
}

async function readOrHalves(
  { rules, sources }: ReadOrder,
  signal: AbortSignal,
  limits: ThreadLimits,
): Promise<ReadSources> {
  const [first] = sources;
  if (!first) return { prints: Buffer.alloc(0), leftOut: [] };
  const outcome = await runInThread<Uint8Array>(THREAD, { rules, sources }, signal, limits);
  if ('result' in outcome) return { prints: Buffer.from(outcome.result), leftOut: [] };
  if (sources.length === 1) return { prints: Buffer.alloc(0), leftOut: [first.id] };
  const half = Math.ceil(sources.length / 2);
  const one = await readOrHalves({ rules, sources: sources.slice(0, half) }, signal, limits);
  const other = await readOrHalves({ rules, sources: sources.slice(half) }, signal, limits);
  return {
    prints: Buffer.concat([one.prints, other.prints]),
    leftOut: [...one.leftOut, ...other.leftOut],
  };
}

/**
 * Finds the pairs of a set, in a thread.
 *
 * @throws {Error} when that breaks
 */
export async function matchPrints(
  order: MatchOrder,
  signal: AbortSignal,
  limits = LIMITS,
): Promise<SimilarPair[]> {
  const outcome = await runInThread<SimilarPair[]>(THREAD, order, signal, limits);
  if ('result' in outcome) return outcome.result;
  throw new Error(`Solutions could not be compared: ${outcome.trouble}`);
}
