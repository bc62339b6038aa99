import type { Tx } from '@balloon/database/connect.ts';
import { sampleTalk } from '@balloon/sample/history/sample-talk.ts';
import { insertNews } from '#features/news/news.queries.ts';
import { OWNER_ID, SUPPORT_ID } from '#features/users/reserved-ids.ts';

export interface TalkedContest {
  contestId: number;
  startTimeMs: number;
  durationTimeMs: number;
  relativeFreezeTimeMs: number;
  /** In the order of the letters. */
  problemIds: readonly (number | null)[];
  /** Participant who asks in the contest and talks with the supervisors. */
  askerId: number;
}

const MINUTE_MS = 60_000;

/** Adds news, messages of the last contest and a dialog with the supervisors. */
export async function createSampleTalk(tx: Tx, contest: TalkedContest): Promise<void> {
  const talk = sampleTalk(`/contest/${contest.contestId}`);
  const endMs = contest.startTimeMs + contest.durationTimeMs;
  for (const [index, news] of talk.news.entries()) {
    const nowMs = endMs + (index + 1) * 30 * MINUTE_MS;
    await insertNews(tx, { ...news, authorId: OWNER_ID, isForEverybody: true, nowMs });
  }
  await insertMessages(tx, contest, talk);
  const { askerId } = contest;
  const turns = talk.dialog.map((text, index) => {
    const isFromSupport = index % 2 === 1;
    const postedAtMs = endMs + (index + 1) * 20 * MINUTE_MS;
    const authorId = isFromSupport ? OWNER_ID : askerId;
    return {
      accountId: askerId,
      isFromSupport,
      authorId,
      text,
      postedAtMs,
      readAtMs: postedAtMs + MINUTE_MS,
    };
  });
  await tx.insertInto('chatMessage').values(turns).execute();
}

async function insertMessages(tx: Tx, contest: TalkedContest, talk: ReturnType<typeof sampleTalk>) {
  const { contestId, startTimeMs, relativeFreezeTimeMs, problemIds, askerId } = contest;
  const askedAtMs = startTimeMs + 25 * MINUTE_MS;
  const answeredAtMs = askedAtMs + 3 * MINUTE_MS;
  const problemId = problemIds[talk.questionProblem] ?? null;
  const { id: questionId } = await tx
    .insertInto('contestMessage')
    .values({
      ...{ contestId, kind: 'question', text: talk.question, problemId },
      ...{ authorId: askerId, recipientId: askerId, postedAtMs: askedAtMs, answeredAtMs },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const bySupport = { contestId, authorId: SUPPORT_ID, asAdmin: true };
  await tx
    .insertInto('contestMessage')
    .values([
      {
        ...bySupport,
        ...{ kind: 'answer', questionId, quotesQuestion: true, text: talk.answer, problemId },
        postedAtMs: answeredAtMs,
      },
      {
        ...bySupport,
        ...{ kind: 'announcement', text: talk.announcement },
        postedAtMs: startTimeMs + relativeFreezeTimeMs,
      },
    ])
    .execute();
}
