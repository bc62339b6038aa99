import type { Db } from '@balloon/database/connect.ts';
import { HAS_GRADERS } from '#features/problems/testsets/judged-testset.ts';
import type { SendingQuestion } from '#features/solutions/sending/sending-context.ts';

/** Finds what decides whether a solution may have several files; `undefined` where problem or language is not there. */
export function findFileRules(db: Db, { contestId, position, languageId }: SendingQuestion) {
  return db
    .selectFrom('contestProblem')
    .innerJoin('problem', 'problem.id', 'contestProblem.problemId')
    .innerJoin('language', (join) => join.on('language.id', '=', languageId))
    .where('contestProblem.contestId', '=', contestId)
    .where('contestProblem.position', '=', position)
    .where('problem.deletedAtMs', 'is', null)
    .select([
      'problem.systemType',
      'language.foreignLanguageId as languageKey',
      'language.name as languageName',
      HAS_GRADERS.as('hasGraders'),
    ])
    .executeTakeFirst();
}
