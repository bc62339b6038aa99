import { ContestProblem, type ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { contestProblemViews } from '#features/problems/contest/contest-problem-views.ts';
import {
  type ContestProblemRow,
  findContestProblems,
} from '#features/problems/contest/contest-problems.queries.ts';
import { PackedPage, PackedSequence, packAnswer, shortHash } from '#http/answers/packed-page.ts';
import type { PackedAnswer } from '#http/answers/send-packed.ts';
import { olderProblems } from '#older-forms/older-problem.ts';
import { AnnouncedCache } from '#realtime/announced-cache.ts';
import type { Services } from '#services.ts';

/** Contests and languages whose problems are in memory. */
const MAX_SETS = 300;
/** Limits that a scan of an outside system finds beside an unchanged statement are not announced. */
const MAX_AGE_MS = 30_000;

/** Problems of a contest for all who may read the same of them. */
export interface ProblemSet {
  ids: number[];
  /** Answers with one problem each, in the same order. */
  pages: PackedPage[];
  /** Entries of the list, each but for its end, which is the reader's own standing: `listWith`. */
  entries: PackedPage[];
}

/** Form of problems for one client. */
export interface ProblemForm {
  /** Language of the statements. */
  locale: Locale;
  /** Language of the words that are added for older clients, see `olderProblem`; null for current ones. */
  olderWords: Locale | null;
}

export type Standing = ListedContestProblem['verdictStatus'];

/** The list of problems as somebody sees it who has this standing on each. */
export function listWith({ entries }: ProblemSet, standings: readonly Standing[]): PackedAnswer {
  const words = standings.map((standing) => JSON.stringify(standing));
  const parts = entries.map((page, position) => ({ page, ending: `${words[position]}}` }));
  const etag = `W/"${shortHash(entries.map(({ hash }) => hash).join() + words.join())}"`;
  return { page: new PackedSequence(parts), ending: entries.length === 0 ? '[]' : ']', etag };
}

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

  /**
   * @param knownOrigins problems whose origin the reader may know
   */
  setOf(
    contestId: number,
    { locale, olderWords }: ProblemForm,
    knownOrigins: ReadonlySet<number>,
  ): Promise<ProblemSet> {
    const origins = [...knownOrigins].sort((one, other) => one - other);
    return this.#sets.read(
      `${contestId} ${locale} ${olderWords ?? 'current'} ${origins}`,
      () => this.#make(contestId, { locale, olderWords }, knownOrigins),
      contestId,
    );
  }

  async #make(
    contestId: number,
    { locale, olderWords }: ProblemForm,
    knownOrigins: ReadonlySet<number>,
  ): Promise<ProblemSet> {
    const rows = await this.rowsOf(contestId);
    const stored = await contestProblemViews(this.#services.db, rows, locale, knownOrigins);
    const views = olderWords === null ? stored : olderProblems(stored, olderWords);
    return {
      ids: views.map(({ id }) => id),
      pages: await Promise.all(views.map((view) => packAnswer(ContestProblem, view))),
      entries: await Promise.all(
        views.map((view, position) => PackedPage.of(entryText(view, position), true)),
      ),
    };
  }

  close(): void {
    this.#stop();
    this.#rows.close();
    this.#sets.close();
  }
}

/** An entry of the list up to the standing, with the fields of its contract and no others. */
function entryText(view: ContestProblem, position: number): string {
  const text = JSON.stringify(ContestProblem.parse(view)).slice(0, -1);
  return `${position === 0 ? '[' : ','}${text},"verdictStatus":`;
}
