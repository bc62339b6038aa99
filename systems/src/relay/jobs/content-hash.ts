import { createHash } from 'node:crypto';
import type { ForeignProblem } from '#outside-system.ts';

/**
 * Hash of what matters of a problem: a new version of ours follows from another one. What systems change on their own,
 * such as tags, dates and the words about its origin, is left out, and so are pictures: their addresses stand for them.
 */
export function contentHashOf(problem: ForeignProblem): string {
  const { statements, pdf, timeLimitMs, memoryLimitKb, inputFile, outputFile } = problem;
  const texts = statements.map(({ language, title, html, samples }) => [
    ...[language, title, html],
    samples.map(({ input, output }) => [input, output]),
  ]);
  // Lists in a fixed order have one spelling as JSON.
  const matter = [texts, pdf && sha256Of(pdf), timeLimitMs, memoryLimitKb, inputFile, outputFile];
  return sha256Of(JSON.stringify(matter));
}

/** Hash of a problem some of whose pictures were not there: it is read again, pictures and all, at the next update. */
export const hashWithout = (contentSha256: string, missing: readonly string[]): string =>
  sha256Of(JSON.stringify([contentSha256, missing]));

export const sha256Of = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');
