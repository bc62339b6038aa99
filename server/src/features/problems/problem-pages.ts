import { ContestProblem, ListedContestProblem } from '@balloon/contracts/problems.ts';
import type { Locale } from '@balloon/domain/statement-locale.ts';
import { z } from 'zod';
import { contestProblemViews } from '#features/problems/contest-problem-views.ts';
import { type ContestProblemRow, findContestProblems } from '#features/problems/contest-problems.queries.ts';
import { type PackedPage, packAnswer } from '#http/packed-page.ts';
import { AnnouncedCache } from '#realtime/announced-cache.ts';
import type { Services } from '#services.ts';

/** Contests and languages whose problems are in memory. */
const MAX_SETS = 300;
/** Limits that a scan of an outside system finds beside an unchanged statement are not announced. */
const MAX_AGE_MS = 30_000;

/** Problems of a contest for all who may read the same of them. */
export interface ProblemSet {
  views: ContestProblem[];
  /** Answers with one problem each, in the same order. */
  pages: PackedPage[];
  /** List for those who have sent nothing yet: everybody, when a contest starts. */
  untouched: PackedPage;
}

const List = z.array(ListedContestProblem);

/**
 * Problems of contests, made and compressed once per contest, language and what a reader may know of their origin, until
 * the contest is announced as changed. Statements are what hundreds of people open in the same second.
 */
export class ProblemPages {
  readonly #services: Services;
  readonly #rows: AnnouncedCache<ContestProblemRow[]>;
  readonly #sets: AnnouncedCache<ProblemSet>;
  readonly #stop: () => void;

  constructor(services: Services) {
    const { announcements } = services;
    this.#services = services;
    this.#rows = new AnnouncedCache(announcements, { maxEntries: MAX_SETS, maxAgeMs: MAX_AGE_MS });
    this.#sets = new AnnouncedCache(announcements, { maxEntries: MAX_SETS, maxAgeMs: MAX_AGE_MS });
    this.#stop = announcements.on('contest.changed', ({ contestId }) => {
      this.#rows.drop(contestId);
      this.#sets.drop(contestId);
    });
  }

  /** The problems of a contest as they are stored, in its order. */
  rowsOf(contestId: number): Promise<ContestProblemRow[]> {
    return this.#rows.read(`${contestId}`, () => findContestProblems(this.#services.db, contestId));
  }

  /** @param knownOrigins problems whose origin the reader may know */
  setOf(contestId: number, locale: Locale, knownOrigins: ReadonlySet<number>): Promise<ProblemSet> {
    const origins = [...knownOrigins].sort((one, other) => one - other);
    return this.#sets.read(
      `${contestId} ${locale} ${origins}`,
      () => this.#make(contestId, locale, knownOrigins),
      contestId,
    );
  }

  async #make(contestId: number, locale: Locale, knownOrigins: ReadonlySet<number>): Promise<ProblemSet> {
    const rows = await this.rowsOf(contestId);
    const views = await contestProblemViews(this.#services.db, rows, locale, knownOrigins);
    const untouched = views.map((view) => ({
      ...view,
      verdictStatus: { accepted: false, wrongsNumber: 0 },
    }));
    return {
      views,
      pages: await Promise.all(views.map((view) => packAnswer(ContestProblem, view))),
      untouched: await packAnswer(List, untouched),
    };
  }

  close(): void {
    this.#stop();
    this.#rows.close();
    this.#sets.close();
  }
}
