import { isDeepStrictEqual } from 'node:util';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import type { Db } from '@balloon/database/connect.ts';
import { VERDICTS, verdictById } from '@balloon/domain/judging/verdicts.ts';
import { readContestEvents } from '@balloon/server/features/contests/contest-log.ts';
import type { Sent } from '#chaos/crowd.ts';
import { recomputeScoreboard, resultRows } from '#sites/recomputed-scoreboard.ts';
import type { SampleCrew } from '#sites/sample-site.ts';

/**
 * Lists the faults of a site after everything sent has been judged, a line each; empty when nothing was lost
 * or duplicated, every verdict is right and every table equals its log.
 */
export async function findViolations(
  db: Db,
  urls: readonly string[],
  crew: SampleCrew,
  sent: readonly Sent[],
): Promise<string[]> {
  return [
    ...(await wrongSolutions(db, sent)),
    ...(await wrongLog(db, crew.contestId, sent)),
    ...(await leftInQueue(db)),
    ...(await wrongTables(db, urls, crew)),
  ];
}

/** Compares the clients' receipts with the database. */
async function wrongSolutions(db: Db, sent: readonly Sent[]): Promise<string[]> {
  const stored = await db
    .selectFrom('solution')
    .select(['id', 'accountId', 'source', 'sourceSha256', 'sentAtMs', 'idempotencyKey'])
    .select(['verdictId', 'verdictGotAtMs', 'testNumber', 'judgedBy', 'judgingDetail'])
    .orderBy('id')
    .execute();
  const byId = new Map(stored.map((solution) => [solution.id, solution]));
  const wrong: string[] = [];
  for (const { work, author, receipt, idempotencyKey } of sent) {
    const solution = byId.get(receipt.id);
    byId.delete(receipt.id);
    const name = `solution ${receipt.id} (${work.name} of ${author.username})`;
    if (!solution) {
      wrong.push(`${name} is lost, or two receipts name it`);
      continue;
    }
    const isSame =
      solution.accountId === author.id &&
      solution.source === work.solution &&
      solution.idempotencyKey === idempotencyKey &&
      solution.sourceSha256 === receipt.sha256 &&
      solution.sentAtMs === receipt.sentAtMs;
    if (!isSame) wrong.push(`${name} is not what was sent`);
    const verdict = solution.verdictId === null ? 'none' : verdictById(solution.verdictId)?.name;
    const isRight =
      solution.verdictId === VERDICTS[work.expect].id &&
      solution.verdictGotAtMs !== null &&
      (work.onTest === undefined || work.onTest === solution.testNumber);
    if (!isRight) {
      const { testNumber, judgingDetail, judgedBy } = solution;
      const found = `${verdict} on ${testNumber} (${judgingDetail}; ${JSON.stringify(judgedBy)})`;
      wrong.push(`${name} has verdict ${found} instead of ${work.expect} on ${work.onTest ?? 'any test'}`);
    }
  }
  for (const { id, idempotencyKey } of byId.values()) {
    wrong.push(`solution ${id} (${idempotencyKey}) is nobody's: no client has its receipt`);
  }
  const inOrder = stored.every(({ sentAtMs }, index) => sentAtMs >= (stored[index - 1]?.sentAtMs ?? 0));
  if (!inOrder) wrong.push('a solution with a larger id was sent earlier');
  return wrong;
}

/** Checks that the log has no gaps and contains each solution as sent and, once, as judged. */
async function wrongLog(db: Db, contestId: number, sent: readonly Sent[]): Promise<string[]> {
  const wrong: string[] = [];
  const log = await readContestEvents(db, contestId, 0);
  const { lastEventSeq } = await db
    .selectFrom('contestLogHead')
    .select('lastEventSeq')
    .where('contestId', '=', contestId)
    .executeTakeFirstOrThrow();
  if (lastEventSeq !== log.length || log.some(({ seq }, index) => seq !== index + 1)) {
    wrong.push(`the log has gaps: ${log.length} events up to ${lastEventSeq}`);
  }
  for (const { work, receipt } of sent) {
    const told = log.flatMap(({ event }) =>
      event.type === 'solution' && event.solutionId === receipt.id ? [event.verdictId] : [],
    );
    const expected = [null, VERDICTS[work.expect].id];
    if (!isDeepStrictEqual(told, expected)) {
      wrong.push(`the log tells of solution ${receipt.id} ${JSON.stringify(told)}`);
    }
  }
  return wrong;
}

async function leftInQueue(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('judging').select(['solutionId', 'state', 'attempt']).execute();
  return rows.map((row) => `still in the queue: ${JSON.stringify(row)}`);
}

/** Checks that every web process shows each person the table that results from the log. */
async function wrongTables(db: Db, urls: readonly string[], crew: SampleCrew): Promise<string[]> {
  const { contestId, participants, admin } = crew;
  const wrong: string[] = [];
  for (const person of [...participants, admin]) {
    const expected = await recomputeScoreboard(db, contestId, {
      id: person.id,
      isSupervisor: person === admin,
    });
    for (const url of urls) {
      const table = await person.get(url, `/api/contest/${contestId}/table2?count=1000`, ScoreboardPage);
      if (isDeepStrictEqual(resultRows(table), expected)) continue;
      const shown = JSON.stringify({ shown: resultRows(table), expected });
      wrong.push(`${url} shows ${person.username} another table than the log: ${shown}`);
    }
  }
  return wrong;
}
