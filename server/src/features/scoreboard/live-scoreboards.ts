import type { ScoreboardContest } from '@balloon/domain/scoreboard.ts';
import { LiveScoreboard } from '#features/scoreboard/live-scoreboard.ts';
import type { Services } from '#services.ts';

/** Time after which an unused board is removed from memory. */
const UNUSED_AFTER_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;

/**
 * The scoreboards that people look at, one per contest, on this web process. Announcements keep them warm, so
 * that the first of many who reload after a verdict finds it folded in already.
 */
export class LiveScoreboards {
  readonly #services: Pick<Services, 'db' | 'log'>;
  readonly #boards = new Map<number, { live: LiveScoreboard; usedAtMs: number }>();
  readonly #stop: (() => void)[] = [];

  constructor({ db, log, announcements }: Pick<Services, 'db' | 'log' | 'announcements'>) {
    this.#services = { db, log };
    this.#stop.push(announcements.on('contest.event', ({ contestId, seq }) => this.#warm(contestId, seq)));
    const sweeper = setInterval(() => this.#dropUnused(), SWEEP_EVERY_MS).unref();
    this.#stop.push(() => clearInterval(sweeper));
  }

  /** The board of a contest; an empty one that has yet to catch up when it was not used lately. */
  of(contestId: number, contest: ScoreboardContest): LiveScoreboard {
    const known = this.#boards.get(contestId);
    const live = known?.live ?? new LiveScoreboard(this.#services.db, contestId, contest);
    this.#boards.set(contestId, { live, usedAtMs: performance.now() });
    return live;
  }

  close(): void {
    for (const stop of this.#stop) stop();
    this.#boards.clear();
  }

  #warm(contestId: number, seq: number): void {
    const { log } = this.#services;
    this.#boards
      .get(contestId)
      ?.live.catchUp(seq)
      .catch((error) =>
        log.warn({ err: error, contestId }, 'a scoreboard was not updated; the next request tries again'),
      );
  }

  #dropUnused(): void {
    const keepMs = performance.now() - UNUSED_AFTER_MS;
    for (const [contestId, { usedAtMs }] of this.#boards) {
      if (usedAtMs < keepMs) this.#boards.delete(contestId);
    }
  }
}
