import type { StockAnswers } from '@balloon/contracts/talk/messages.ts';
import type { Db } from '@balloon/database/connect.ts';
import { storableJson } from '#content/storable.ts';
import { ConflictError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { superviseMessages } from '#features/messages/message-access.ts';
import { boundMarkdown } from '#markup/bounded-markup.ts';
import type { Services, User } from '#services.ts';

/**
 * Answers that the jury of a contest added to the usual ones, in the order of their buttons.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function readStockAnswers(
  services: Services,
  user: User,
  contestId: number,
): Promise<StockAnswers> {
  await superviseMessages(services, user, contestId);
  return (await findStockAnswers(services.db, contestId)) ?? { answers: [], version: 0 };
}

function findStockAnswers(db: Db, contestId: number) {
  return db
    .selectFrom('contestStockAnswers')
    .select(['answers', 'version'])
    .where('contestId', '=', contestId)
    .executeTakeFirst();
}

/**
 * Replaces the answers of a contest.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 * @throws {InvalidInputError} MARKUP_TOO_COMPLEX
 * @throws {ConflictError} CHANGED_MEANWHILE when the list is newer than the one that was changed
 */
export async function saveStockAnswers(
  services: Services,
  user: User,
  { contestId, answers, version }: StockAnswers & { contestId: number },
): Promise<StockAnswers> {
  await superviseMessages(services, user, contestId);
  for (const text of answers.flatMap((texts) => Object.values(texts))) boundMarkdown(text ?? '');
  const list = storableJson(answers);
  return services.db.transaction().execute(async (tx) => {
    const before = await findStockAnswers(tx, contestId);
    const stored = await tx
      .insertInto('contestStockAnswers')
      .values({ contestId, answers: list })
      .onConflict((conflict) =>
        conflict
          .column('contestId')
          .doUpdateSet({ answers: list, version: version + 1 })
          .where('contestStockAnswers.version', '=', version),
      )
      .returning(['answers', 'version'])
      .executeTakeFirst();
    if (!stored || stored.version !== version + 1) {
      throw new ConflictError('CHANGED_MEANWHILE', 'Somebody else changed these answers: load them again');
    }
    await recordChange(tx, user, {
      action: 'contest.stockAnswers',
      subjectId: contestId,
      contestId,
      before: { answers: before?.answers ?? [] },
      after: { answers },
    });
    return stored;
  });
}
