import type { CompareTask } from '@balloon/contracts/judging/comparing.ts';
import type { Db } from '@balloon/database/connect.ts';
import { findPart, findPrintsOfSet, findPrograms, findTemplate } from '#features/comparing/parts.queries.ts';
import type { CompareLease } from '#features/queue/claim.queries.ts';
import { textOf } from '#features/solutions/program-text.ts';

/** Collects what a judge needs for a part of a comparison; null when the part is gone. */
export async function makeCompareTask(db: Db, lease: CompareLease): Promise<CompareTask | null> {
  const { similarityPartId, fence, attempt } = lease;
  const part = await findPart(db, similarityPartId);
  if (!part) return null;
  const { contestId, problemId, languageFamily: family, keepOneOf, solutionIds } = part;
  const task = { similarityPartId, fence, attempt, keepOneOf };
  if (part.kind === 'match') {
    return { ...task, step: 'match', prints: (await findPrintsOfSet(db, part)).toString('base64') };
  }
  const programs = await findPrograms(db, solutionIds);
  const sources = programs.map((program) => ({ id: program.id, source: textOf(program, family) }));
  return { ...task, step: 'read', family, template: await findTemplate(db, contestId, problemId), sources };
}
