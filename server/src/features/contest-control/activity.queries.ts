import { LOCALES } from '@balloon/contracts/common.ts';
import type { ContestControl, ControlledProblem } from '@balloon/contracts/contests/contest-control.ts';
import type { Db } from '@balloon/database/connect.ts';
import { SUPERVISOR_MASKS } from '@balloon/domain/contests/contest-access.ts';
import { endTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { contestTimeMs } from '@balloon/domain/contests/contest-time.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { sql } from 'kysely';
import type { ControlledContest } from '#features/contest-control/moment.queries.ts';
import { IS_CUT_OUT } from '#features/contests/contests.queries.ts';
import { findScoreboardProblems } from '#features/scoreboard/scoreboard.queries.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';

/** A problem without what is switched off for a while. */
type ProblemActivity = Omit<ControlledProblem, 'isJudgingPaused' | 'isClosed' | 'isDisabled'>;
export type Activity = Pick<ContestControl, 'submissions'> & { problems: ProblemActivity[] };

const MINUTE_MS = 60_000;
/** Most steps of the chart; a longer contest has longer ones. */
const MAX_STEPS = 360;
const SOLVING = Object.values(VERDICTS).flatMap(({ id, solves }) => (solves ? id : []));

/** Reads what participants have sent: all solutions of the contest, so callers keep the answer. */
export async function readActivity(db: Db, contest: ControlledContest, nowMs: number): Promise<Activity> {
  const [submissions, problems] = await Promise.all([
    countSubmissions(db, contest, nowMs),
    readProblems(db, contest),
  ]);
  return { submissions, problems };
}

/** Solutions of participants; those of supervisors, who try problems out, do not count. */
function solutionsOf(db: Db, contestId: number) {
  return db
    .selectFrom('solution')
    .innerJoin('account', 'account.id', 'solution.accountId')
    .where('solution.contestId', '=', contestId)
    .where('solution.deletedAtMs', 'is', null)
    .where('account.accessMask', 'not in', SUPERVISOR_MASKS);
}

async function countSubmissions(
  db: Db,
  contest: ControlledContest,
  nowMs: number,
): Promise<Activity['submissions']> {
  const { id, startTimeMs, durationTimeMs } = contest;
  const stepMs = MINUTE_MS * Math.ceil(durationTimeMs / (MINUTE_MS * MAX_STEPS));
  const untilMs = Math.min(nowMs, endTimeMs(contest));
  const step = sql<number | null>`case
    when sent_at_ms between ${startTimeMs}::bigint and ${endTimeMs(contest)}::bigint
    then ((sent_at_ms - ${startTimeMs}::bigint) / ${stepMs}::bigint)::integer
  end`;
  const rows = await solutionsOf(db, id)
    .select([step.as('step'), sql<number>`count(*)::integer`.as('number')])
    .groupBy(sql`1`)
    .execute();
  const counts = new Array<number>(Math.max(0, Math.ceil((untilMs - startTimeMs) / stepMs))).fill(0);
  for (const { step, number } of rows) {
    if (step === null || counts.length === 0) continue;
    const place = Math.min(step, counts.length - 1); // the very last instant belongs to the last step
    counts[place] = (counts[place] ?? 0) + number;
  }
  return { stepMs, counts, total: rows.reduce((sum, { number }) => sum + number, 0) };
}

async function readProblems(db: Db, contest: ControlledContest): Promise<ProblemActivity[]> {
  const [inRussian, inEnglish] = await Promise.all(
    LOCALES.map((locale) => findScoreboardProblems(db, contest.id, locale)),
  );
  const counts = new Map((await countByProblem(db, contest)).map((row) => [row.problemId, row]));
  const solves = await findFirstSolves(db, contest);
  return (inRussian ?? []).map(({ id, title, position, color }) => {
    const english = inEnglish?.find((problem) => problem.id === id)?.title ?? title;
    const { sent = 0, waiting = 0, failed = 0, tried = 0, solved = 0 } = counts.get(id) ?? {};
    return {
      ...{ problemId: id, symbolIndex: problemIndex(position), color },
      titles: { 'ru-ru': title, 'en-us': english },
      ...{ sent, waiting, failed, tried, solved, firstSolve: solves.get(id) ?? null },
    };
  });
}

function countByProblem(db: Db, { id, removedIntervals }: ControlledContest) {
  // Asked of each accepted solution one by one, which the few contests with intervals pay only.
  const isCutOut = removedIntervals.length === 0 ? sql<boolean>`false` : IS_CUT_OUT;
  return solutionsOf(db, id)
    .select([
      'problemId',
      sql<number>`count(*)::integer`.as('sent'),
      sql<number>`(count(*) filter (where verdict_id is null))::integer`.as('waiting'),
      sql<number>`(count(*) filter (where verdict_id = ${VERDICTS.judgingError.id}))::integer`.as('failed'),
      sql<number>`(count(distinct account_id))::integer`.as('tried'),
      sql<number>`(count(distinct account_id) filter (
        where verdict_id = any(${SOLVING}::integer[]) and not ${isCutOut}
      ))::integer`.as('solved'),
    ])
    .groupBy('problemId')
    .execute();
}

/** Condition on a participant: whether a solve of theirs may be the first, as `mayBeFirst` of the domain. */
const MAY_BE_FIRST = sql<boolean>`not is_disqualified and (is_official or not exists (
  select from contest where contest.id = participant.contest_id and first_solvers = 'official'
))`;

/**
 * The first accepted solution of each problem within its author's main time, of somebody who still takes part; in a floating
 * contest the one with the least time on its author's own clock.
 */
async function findFirstSolves(db: Db, contest: ControlledContest) {
  const { startTimeMs, durationTimeMs, practiceDurationTimeMs, windowTimeMs } = contest;
  const windowMs = sql`${windowTimeMs}::bigint`;
  const rows = await solutionsOf(db, contest.id)
    .innerJoin('contestParticipant as participant', (join) =>
      join
        .onRef('participant.contestId', '=', 'solution.contestId')
        .onRef('participant.accountId', '=', 'solution.accountId'),
    )
    .innerJoin(
      sql<{ startMs: number; endMs: number }>`lateral own_times(
        ${startTimeMs}::bigint, ${durationTimeMs}::bigint, ${practiceDurationTimeMs}::bigint, ${windowMs},
        participant.start_shift_ms, participant.started_at_ms, false
      )`.as('own'),
      (join) => join.onTrue(),
    )
    .where('solution.verdictId', 'in', SOLVING)
    .where(sql<boolean>`sent_at_ms <= own.end_ms + participant.extra_time_ms`)
    .where(sql<boolean>`(${windowMs} is null or sent_at_ms >= participant.started_at_ms)`)
    .where(sql<boolean>`not ${IS_CUT_OUT}`)
    .where(MAY_BE_FIRST)
    .distinctOn('solution.problemId')
    .orderBy('solution.problemId')
    .orderBy(sql`case when ${windowMs} is not null then sent_at_ms - own.start_ms end`)
    .orderBy('solution.sentAtMs')
    .orderBy('solution.id')
    .select(['solution.problemId', 'solution.id as solutionId', 'solution.sentAtMs', 'own.startMs'])
    .select(PUBLIC_USER_COLUMNS)
    .execute();
  return new Map(
    rows.map(({ problemId, solutionId, sentAtMs, startMs, ...account }) => {
      const afterMs = contestTimeMs({ ...contest, startTimeMs: startMs }, sentAtMs);
      return [problemId, { solutionId, sentAtMs, afterMs, user: publicUser(account) }];
    }),
  );
}
