import type { ScoreboardContest } from '@balloon/domain/scoreboard/scoreboard.ts';
import { LiveScoreboard } from '#features/scoreboard/board/live-scoreboard.ts';
import { OwnEndings } from '#features/scoreboard/board/own-endings.ts';
import { TableFacts } from '#features/scoreboard/board/table-facts.ts';
import { TableMoments } from '#features/scoreboard/board/table-moments.ts';
import { TablePages } from '#features/scoreboard/board/table-pages.ts';
import { Lanes } from '#limits/lanes.ts';
import type { Services } from '#services.ts';

/** Time after which an unused board is removed from memory. */
const UNUSED_AFTER_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;

interface KnownContest {
  facts: TableFacts;
  /** Null until somebody looks at the table. */
  live: LiveScoreboard | null;
  usedAtMs: number;
}

const ofServices = new WeakMap<Services['announcements'], LiveScoreboards>();

/** The scoreboards of this web process, for requests and sockets alike. */
export function liveScoreboards(services: Services): LiveScoreboards {
  const known = ofServices.get(services.announcements) ?? new LiveScoreboards(services);
  ofServices.set(services.announcements, known);
  return known;
}

/**
 * The scoreboards that people look at, one per contest, on this web process, with the facts that the log does not hold
 * and the pages made of them. Announcements keep them warm, so that the first of many who reload after a verdict finds
 * it folded in already.
 */
export class LiveScoreboards {
  readonly #services: Pick<Services, 'db' | 'log' | 'replicas'>;
  readonly #contests = new Map<number, KnownContest>();
  /** Pages of all tables. */
  readonly pages = new TablePages();
  /** What viewers see of them alone. */
  readonly endings = new OwnEndings();
  /** Turns of people who look at what is made for them alone. */
  readonly lanes = new Lanes();
  /** Moments of the contests whose tables are looked at. */
  readonly moments = new TableMoments();
  readonly #stop: (() => void)[] = [];

  constructor({
    db,
    log,
    announcements,
    replicas,
  }: Pick<Services, 'db' | 'log' | 'announcements' | 'replicas'>) {
    this.#services = { db, log, replicas };
    this.#stop.push(
      announcements.on('contest.event', ({ contestId, seq }) => this.#warm(contestId, seq)),
      announcements.on('contest.changed', ({ contestId }) =>
        this.#contests.get(contestId)?.facts.forgetContest(),
      ),
      announcements.on('people.changed', ({ ids }) => this.#forEachFacts((facts) => facts.forgetPeople(ids))),
      announcements.on('ratings.changed', () => this.#forEachFacts((facts) => facts.forgetRatings())),
      announcements.on('resync', () => this.#forEachFacts((facts) => facts.forgetAll())),
    );
    const sweeper = setInterval(() => this.dropUnused(), SWEEP_EVERY_MS).unref();
    this.#stop.push(() => clearInterval(sweeper));
  }

  /** What the log of a contest does not hold. */
  factsOf(contestId: number): TableFacts {
    return this.#known(contestId).facts;
  }

  /** The board of a contest; an empty one that has yet to catch up when it was not used lately. */
  of(contestId: number, contest: ScoreboardContest): LiveScoreboard {
    const known = this.#known(contestId);
    const { db, replicas } = this.#services;
    known.live ??= new LiveScoreboard(db, contestId, contest, (read) => replicas.read(db, read));
    return known.live;
  }

  /**
   * Removes what nobody has used for a time from memory. Screens may watch it all the same, with nothing to be told: a moment
   * that is expected comes to them.
   */
  dropUnused(unusedForMs = UNUSED_AFTER_MS): void {
    const keepMs = performance.now() - unusedForMs;
    for (const [contestId, { usedAtMs }] of this.#contests) {
      if (usedAtMs < keepMs) this.#contests.delete(contestId);
    }
  }

  close(): void {
    for (const stop of this.#stop) stop();
    this.#contests.clear();
    this.moments.forgetAll();
    this.pages.clear();
    this.endings.clear();
  }

  #known(contestId: number): KnownContest {
    const usedAtMs = performance.now();
    const known = this.#contests.get(contestId);
    if (known) return Object.assign(known, { usedAtMs });
    const created = { facts: new TableFacts(this.#services.db, contestId), live: null, usedAtMs };
    this.#contests.set(contestId, created);
    return created;
  }

  #forEachFacts(change: (facts: TableFacts) => void): void {
    for (const { facts } of this.#contests.values()) change(facts);
  }

  #warm(contestId: number, seq: number): void {
    const { log } = this.#services;
    const live = this.#contests.get(contestId)?.live;
    live?.noteHead(seq);
    live
      ?.catchUp(seq)
      .catch((error) =>
        log.warn({ err: error, contestId }, 'a scoreboard was not updated; the next request tries again'),
      );
  }
}
