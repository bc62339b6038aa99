import type { Connection, Db } from '@balloon/database/connect.ts';
import { type InferResult, sql } from 'kysely';
import { isTakenBy } from '#features/contests/contests.queries.ts';
import { isOfProblem } from '#features/problems/contest/contest-problems.queries.ts';
import { judgedTestset } from '#features/problems/testsets/judged-testset.ts';
import { findSolution, type StoredSolution, SURROUNDING_COLUMNS } from '#features/solutions/solution-view.ts';
import { AnnouncedCache } from '#realtime/announced-cache.ts';
import type { Announcements } from '#realtime/announcements.ts';

/** What a solution names that is about to be sent. */
export interface SendingQuestion {
  contestId: number;
  position: number;
  languageId: number;
}

/** Contexts in memory, and their age in ms at which they are read again. Not every change of a problem is announced. */
const BOUNDS = { maxEntries: 5_000, maxAgeMs: 2_000 };

/**
 * What stands around solutions that are about to be sent: enough to queue them and to show them to their authors
 * afterwards. It is the same for everybody, so that a burst reads it once. What must be exact at the moment of sending
 * is checked by `accept_solutions`.
 */
export class SendingContexts {
  readonly #connection: Pick<Connection, 'db' | 'queryPrepared'>;
  readonly #known: AnnouncedCache<SendingContext | undefined>;
  readonly #stops: readonly (() => void)[];

  constructor(connection: Pick<Connection, 'db' | 'queryPrepared'>, announcements: Announcements) {
    this.#connection = connection;
    this.#known = new AnnouncedCache(announcements, BOUNDS);
    this.#stops = [
      announcements.on('contest.changed', ({ contestId }) => this.#known.drop(contestId)),
      announcements.on('languages.changed', () => this.#known.clear()),
    ];
  }

  /** Returns `undefined` where a problem or a language does not exist, or takes no solutions such as this. */
  find(question: SendingQuestion): Promise<SendingContext | undefined> {
    const { contestId, position, languageId } = question;
    const key = `${contestId} ${position} ${languageId}`;
    return this.#known.read(key, () => this.#read(question), contestId);
  }

  async #read(question: SendingQuestion): Promise<SendingContext | undefined> {
    const { db, queryPrepared } = this.#connection;
    const [found] = await queryPrepared('sending-context', contextQuery(db, question).compile());
    return found;
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#known.close();
  }
}

export type SendingContext = InferResult<ReturnType<typeof contextQuery>>[number];

function contextQuery(db: Db, { contestId, position, languageId }: SendingQuestion) {
  return db
    .selectFrom('contest')
    .innerJoin('contestProblem', 'contestProblem.contestId', 'contest.id')
    .innerJoin('problem', 'problem.id', 'contestProblem.problemId')
    .innerJoin('language', (join) => join.on('language.id', '=', languageId))
    .leftJoin('problemVersion as pinned', (join) =>
      join
        .onRef('pinned.uuid', '=', 'contestProblem.versionId')
        .onRef('pinned.problemId', '=', 'contestProblem.problemId'),
    )
    .where('contest.id', '=', contestId)
    .where('contestProblem.position', '=', position)
    .where('problem.deletedAtMs', 'is', null)
    .where('language.nonactive', '=', false)
    .where(isOfProblem(sql.ref('problem.id')))
    .where(isTakenBy(contestId))
    .where((eb) =>
      eb.or([eb('problem.systemType', '<>', 'balloon'), eb(judgedTestset('contestProblem'), 'is not', null)]),
    )
    .select(SURROUNDING_COLUMNS)
    .select((eb) => ['problem.id as problemId', eb.fn.coalesce('pinned.title', 'problem.title').as('title')]);
}

/** What the database has told of a solution that was accepted, with what was sent. */
type Accepted = Pick<
  StoredSolution,
  | ('id' | 'contestId' | 'userId' | 'languageId' | 'sentAtMs' | 'sourceSha256')
  | ('username' | 'firstName' | 'lastName' | 'teamName' | 'accessMask' | 'rating' | 'sentBy' | 'ownStartMs')
>;

/** The solution as `findSolution` would load it at the moment at which it was accepted. */
export async function acceptedSolution(
  db: Db,
  context: SendingContext,
  accepted: Accepted,
): Promise<StoredSolution> {
  if (context.systemType === 'balloon') return { ...context, ...accepted, ...NOT_JUDGED };
  // Its place in the queue of an outside system is shown, too.
  const stored = await findSolution(db, accepted.id);
  if (!stored) throw new Error(`Solution ${accepted.id} was not found after it was stored`);
  return stored;
}

const NOT_JUDGED = {
  verdictId: null,
  verdictGotAtMs: null,
  testNumber: 0,
  timeMs: 0,
  memoryKb: 0,
  compilationError: null,
  duplicatedFromId: null,
  deletedAtMs: null,
  state: 'queued',
  judgingTestNumber: 0,
  testsNumber: null,
  outsideWait: null,
  foreignVerdict: null,
} as const;
