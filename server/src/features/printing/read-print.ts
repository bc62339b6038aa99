import { MAX_PAGES_AT_ONCE, MAX_PRINTS_AT_ONCE } from '@balloon/contracts/hall/print-limits.ts';
import type { PrintPages, PrintQueue } from '@balloon/contracts/hall/printing.ts';
import type { Db } from '@balloon/database/connect.ts';
import { contestTimeMs } from '@balloon/domain/contests/contest-time.ts';
import { printPages } from '@balloon/domain/text/print-pages.ts';
import { findWideFont } from '#content/wide-font.ts';
import { InvalidInputError, NotFoundError } from '#errors.ts';
import { findBalloonTeams } from '#features/balloons/balloons.queries.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { readPrinterState } from '#features/printing/printer-state.ts';
import {
  findPrint,
  findPrintRules,
  findPrints,
  findPrintTexts,
} from '#features/printing/printing.queries.ts';
import { senderName } from '#features/users/sender-column.ts';
import type { Services, User } from '#services.ts';

/**
 * The jobs of a contest for its organisers.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export async function readPrintQueue(services: Services, user: User, contestId: number): Promise<PrintQueue> {
  const { db, options } = services;
  const contest = await getSupervisedContest(db, user, contestId);
  const [rules, jobs] = await Promise.all([findPrintRules(db, contestId), findPrints(db, contestId)]);
  const teams = await findBalloonTeams(db, [...new Set(jobs.map(({ userId }) => userId))]);
  const teamOf = new Map(teams.map((team) => [team.userId, team]));
  return {
    contest: { id: contest.id, name: contest.name },
    rules,
    hasPrinter: options.printQueue !== null,
    printer: await readPrinterState(services),
    hasWideFont: (await findWideFont('mono')) !== null,
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
  services: Services,
  user: User,
  { contestId, jobId }: { contestId: number; jobId: number },
): Promise<PrintPages> {
  await getSupervisedContest(services.db, user, contestId);
  return pagesOf(services, await getPrint(services.db, contestId, jobId));
}

/**
 * Pages of several jobs in the order of their ids in the list, for one document.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it; PRINT_JOB_NOT_FOUND
 * @throws {InvalidInputError} TOO_MANY_PRINTS
 */
export async function readPrints(
  services: Services,
  user: User,
  { contestId, jobs }: { contestId: number; jobs: readonly number[] },
): Promise<PrintPages[]> {
  await getSupervisedContest(services.db, user, contestId);
  const jobIds = [...new Set(jobs)];
  if (jobIds.length > MAX_PRINTS_AT_ONCE) throw tooMany();
  const found = new Map((await findPrintTexts(services.db, contestId, jobIds)).map((job) => [job.id, job]));
  const stored = jobIds.map((id) => found.get(id) ?? throwMissing(id));
  if (stored.reduce((sum, { pages }) => sum + pages, 0) > MAX_PAGES_AT_ONCE) throw tooMany();
  return Promise.all(stored.map((job) => pagesOf(services, job)));
}

const tooMany = () =>
  new InvalidInputError(
    'TOO_MANY_PRINTS',
    `One document has at most ${MAX_PRINTS_AT_ONCE} jobs and ${MAX_PAGES_AT_ONCE} pages: choose fewer`,
    [],
    { restParams: { max: MAX_PRINTS_AT_ONCE, pages: MAX_PAGES_AT_ONCE } },
  );

function throwMissing(jobId: number): never {
  throw new NotFoundError('PRINT_JOB_NOT_FOUND', `The contest has no print job ${jobId}`);
}

type StoredPrint = NonNullable<Awaited<ReturnType<typeof findPrint>>>;

/** @throws {NotFoundError} PRINT_JOB_NOT_FOUND */
export async function getPrint(db: Db, contestId: number, jobId: number): Promise<StoredPrint> {
  const job = await findPrint(db, jobId);
  return job?.contestId === contestId ? job : throwMissing(jobId);
}

/** A job as pages, with what their head tells. */
export async function pagesOf(
  { db, options }: Pick<Services, 'db' | 'options'>,
  { id, title, contestName, problemIndex, content, sentAtMs, sentBy, userId, ...contest }: StoredPrint,
): Promise<PrintPages> {
  const [team] = await findBalloonTeams(db, [userId]);
  return {
    ...{ id, title, contestName, problemIndex, sentAtMs, contestTimeMs: contestTimeMs(contest, sentAtMs) },
    name: team?.name ?? '',
    seat: team?.seat ?? null,
    organization: team?.organization ?? null,
    sentBy: sentBy && senderName(sentBy),
    paper: options.printPaper,
    pages: printPages(content),
  };
}
