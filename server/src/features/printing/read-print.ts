import type { PrintPages, PrintQueue } from '@balloon/contracts/printing.ts';
import type { Db } from '@balloon/database/connect.ts';
import { printPages } from '@balloon/domain/print-pages.ts';
import { NotFoundError } from '#errors.ts';
import { findBalloonTeams } from '#features/balloons/balloons.queries.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { findPrint, findPrintRules, findPrints } from '#features/printing/printing.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * The jobs of a contest for its organisers.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export async function readPrintQueue(
  { db, options }: Services,
  user: User,
  contestId: number,
): Promise<PrintQueue> {
  const contest = await getSupervisedContest(db, user, contestId);
  const [rules, jobs] = await Promise.all([findPrintRules(db, contestId), findPrints(db, contestId)]);
  const teams = await findBalloonTeams(db, [...new Set(jobs.map(({ userId }) => userId))]);
  const teamOf = new Map(teams.map((team) => [team.userId, team]));
  return {
    contest: { id: contest.id, name: contest.name },
    rules,
    hasPrinter: options.printQueue !== null,
    jobs: jobs.flatMap((job) => {
      const team = teamOf.get(job.userId);
      return team ? [{ ...job, name: team.name, username: team.username, seat: team.seat }] : [];
    }),
  };
}

/**
 * The pages of a job, to be printed in the browser of an organiser.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it; PRINT_JOB_NOT_FOUND
 */
export async function readPrint(
  { db }: Services,
  user: User,
  { contestId, jobId }: { contestId: number; jobId: number },
): Promise<PrintPages> {
  await getSupervisedContest(db, user, contestId);
  return pagesOf(db, await getPrint(db, contestId, jobId));
}

type StoredPrint = NonNullable<Awaited<ReturnType<typeof findPrint>>>;

/** @throws {NotFoundError} PRINT_JOB_NOT_FOUND */
export async function getPrint(db: Db, contestId: number, jobId: number): Promise<StoredPrint> {
  const job = await findPrint(db, jobId);
  if (job?.contestId === contestId) return job;
  throw new NotFoundError('PRINT_JOB_NOT_FOUND', `The contest has no print job ${jobId}`);
}

/** A job as pages, with what their head tells. */
export async function pagesOf(db: Db, job: StoredPrint): Promise<PrintPages> {
  const [team] = await findBalloonTeams(db, [job.userId]);
  const { id, title, contestName, content } = job;
  return {
    id,
    title,
    contestName,
    name: team?.name ?? '',
    seat: team?.seat ?? null,
    pages: printPages(content),
  };
}
