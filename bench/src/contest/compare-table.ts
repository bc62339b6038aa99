import { ScoreboardPage } from '@balloon/contracts/scoreboard.ts';
import type { Connection } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/verdicts.ts';

const MINUTE_MS = 60_000;

/**
 * Compares what each web shows after a load with what the tables hold: all accepted solutions with a verdict, in the order
 * of their ids, and each row of the table by an independent computation of solved problems and penalty.
 *
 * @param accepted ids of solutions with a receipt
 * @returns number of differences
 */
export async function compareWithRecomputation(
  { pool }: Connection,
  webs: readonly { url: string }[],
  contestId: number,
  token: string,
  { accepted }: { accepted: readonly number[] },
): Promise<number> {
  const { rows: solutions } = await pool.query<StoredSolution>(
    `select solution.id, account_id as "userId", problem_id as "problemId", sent_at_ms as "sentAtMs",
       verdict_id as "verdictId"
     from solution where contest_id = $1 and deleted_at_ms is null order by solution.id`,
    [contestId],
  );
  const { rows: contests } = await pool.query<{ startMs: number }>(
    'select start_time_ms as "startMs" from contest where id = $1',
    [contestId],
  );
  const startMs = contests[0]?.startMs ?? 0;
  const judged = new Set(solutions.flatMap(({ id, verdictId }) => (verdictId === null ? [] : id)));
  let differences = accepted.filter((id) => !judged.has(id)).length;
  const sentHere = solutions.filter(({ id }) => accepted.includes(id));
  differences += sentHere.filter(
    ({ sentAtMs }, place) => sentAtMs < (sentHere[place - 1]?.sentAtMs ?? 0),
  ).length;
  const expected = rowsOf(solutions, startMs);
  for (const { url } of webs) {
    const reply = await fetch(`${url}/api/contest/${contestId}/table2?count=100000`, {
      headers: { 'x-token': token },
    });
    const { rows } = ScoreboardPage.parse(await reply.json());
    for (const { user, acceptedSolutions, penalty } of rows) {
      const { solved = 0, penaltyMin = 0 } = expected.get(user.id) ?? {};
      if (solved !== acceptedSolutions || penaltyMin !== penalty) differences += 1;
    }
    if (rows.length < expected.size) differences += expected.size - rows.length;
  }
  return differences;
}

interface StoredSolution {
  id: number;
  userId: number;
  problemId: number;
  sentAtMs: number;
  verdictId: number | null;
}

/** Solved problems and penalty by the rules of the ICPC, 20 minutes for each wrong try before the first accepted one. */
function rowsOf(solutions: readonly StoredSolution[], startMs: number) {
  const cells = new Map<string, { wrong: number; acceptedMin: number | null; userId: number }>();
  for (const { userId, problemId, sentAtMs, verdictId } of solutions) {
    const key = `${userId} ${problemId}`;
    const cell = cells.get(key) ?? { wrong: 0, acceptedMin: null, userId };
    cells.set(key, cell);
    if (cell.acceptedMin !== null) continue;
    if (verdictId === VERDICTS.accepted.id) cell.acceptedMin = Math.floor((sentAtMs - startMs) / MINUTE_MS);
    else if (verdictId === VERDICTS.wrongAnswer.id) cell.wrong += 1;
  }
  const rows = new Map<number, { solved: number; penaltyMin: number }>();
  for (const { userId, wrong, acceptedMin } of cells.values()) {
    const row = rows.get(userId) ?? { solved: 0, penaltyMin: 0 };
    if (acceptedMin !== null) {
      row.solved += 1;
      row.penaltyMin += acceptedMin + 20 * wrong;
    }
    rows.set(userId, row);
  }
  return rows;
}
