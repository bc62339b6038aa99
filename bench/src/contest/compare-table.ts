import { ScoreboardPage, type ScoreboardRow } from '@balloon/contracts/scoreboard/scoreboard.ts';
import type { Connection } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';

const MINUTE_MS = 60_000;
const WRONG_TRY_PENALTY_MIN = 20;
const PAGE_ROWS = 500;

/** Faults that a load has left behind. */
export interface Differences {
  /** Receipts whose solution is not in the database, or of which two people hold the same. */
  lost: number;
  /** Solutions that were sent before one with a smaller id. */
  disordered: number;
  unjudged: number;
  /** Rows of the tables of all webs that differ from a recomputation, are missing or stand in another order. */
  rows: number;
}

interface Judged {
  /** Ids of solutions with a receipt. */
  accepted: readonly number[];
  isJudged: boolean;
}

/**
 * Compares what each web shows after a load with what the tables hold: all accepted solutions, in the order of their ids,
 * and each page of the table with an independent computation of solved problems and penalty.
 */
export async function compareWithRecomputation(
  { pool }: Connection,
  webs: readonly { url: string }[],
  { contestId, token }: { contestId: number; token: string },
  { accepted, isJudged }: Judged,
): Promise<Differences> {
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
  const receipts = new Set(accepted);
  const sentHere = solutions.filter(({ id }) => receipts.has(id));
  const expected = rowsOf(solutions, contests[0]?.startMs ?? 0);
  let rows = 0;
  for (const { url } of webs) rows += differingRows(await readTable(url, contestId, token), expected);
  return {
    lost: accepted.length - sentHere.length,
    disordered: sentHere.filter(({ sentAtMs }, place) => sentAtMs < (sentHere[place - 1]?.sentAtMs ?? 0))
      .length,
    unjudged: isJudged ? sentHere.filter(({ verdictId }) => verdictId === null).length : 0,
    rows,
  };
}

interface StoredSolution {
  id: number;
  userId: number;
  problemId: number;
  sentAtMs: number;
  verdictId: number | null;
}

/** What is compared of a row. */
type ShownRow = Pick<ScoreboardRow, 'acceptedSolutions' | 'penalty'> & { user: { id: number } };

interface Result {
  solved: number;
  penaltyMin: number;
}

/** Reads the table page by page, as people do. */
async function readTable(url: string, contestId: number, token: string): Promise<ScoreboardRow[]> {
  const all: ScoreboardRow[] = [];
  for (;;) {
    const reply = await fetch(
      `${url}/api/contest/${contestId}/table2?count=${PAGE_ROWS}&offset=${all.length}`,
      { headers: { 'x-token': token } },
    );
    const { rows, rowsNumber } = ScoreboardPage.parse(await reply.json());
    all.push(...rows);
    if (rows.length === 0 || all.length >= rowsNumber) return all;
  }
}

/** Counts rows with another result than expected, those that are missing or there twice, and those out of order. */
export function differingRows(shown: readonly ShownRow[], expected: ReadonlyMap<number, Result>): number {
  const people = new Set(shown.map(({ user }) => user.id));
  let differences = shown.length - people.size;
  differences += [...expected.keys()].filter((id) => !people.has(id)).length;
  let before: Result | null = null;
  for (const { user, acceptedSolutions: solved, penalty: penaltyMin } of shown) {
    const right = expected.get(user.id) ?? { solved: 0, penaltyMin: 0 };
    const isRight = right.solved === solved && right.penaltyMin === penaltyMin;
    if (!isRight || (before !== null && isBetter({ solved, penaltyMin }, before))) differences += 1;
    before = { solved, penaltyMin };
  }
  return differences;
}

const isBetter = (one: Result, other: Result) =>
  one.solved > other.solved || (one.solved === other.solved && one.penaltyMin < other.penaltyMin);

/** Solved problems and penalty by the rules of the ICPC, 20 minutes for each wrong try before the first accepted one. */
function rowsOf(solutions: readonly StoredSolution[], startMs: number): Map<number, Result> {
  const cells = new Map<string, { wrong: number; acceptedMin: number | null; userId: number }>();
  for (const { userId, problemId, sentAtMs, verdictId } of solutions) {
    const key = `${userId} ${problemId}`;
    const cell = cells.get(key) ?? { wrong: 0, acceptedMin: null, userId };
    cells.set(key, cell);
    if (cell.acceptedMin !== null) continue;
    if (verdictId === VERDICTS.accepted.id) cell.acceptedMin = Math.floor((sentAtMs - startMs) / MINUTE_MS);
    else if (verdictId === VERDICTS.wrongAnswer.id) cell.wrong += 1;
  }
  const rows = new Map<number, Result>();
  for (const { userId, wrong, acceptedMin } of cells.values()) {
    const row = rows.get(userId) ?? { solved: 0, penaltyMin: 0 };
    rows.set(userId, row);
    if (acceptedMin === null) continue;
    row.solved += 1;
    row.penaltyMin += acceptedMin + WRONG_TRY_PENALTY_MIN * wrong;
  }
  return rows;
}
