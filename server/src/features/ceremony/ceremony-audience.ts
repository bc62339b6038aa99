import { AudienceView, CeremonyFrame } from '@balloon/contracts/scoreboard/ceremony-link.ts';
import { LRUCache } from 'lru-cache';
import { hashOfCode, isCode } from '#features/ceremony/ceremony-code.ts';
import { findShown } from '#features/ceremony/ceremony-links.queries.ts';
import { linkEnded } from '#features/ceremony/manage-link.ts';
import { packAnswer } from '#http/answers/packed-page.ts';
import type { PackedAnswer } from '#http/answers/send-packed.ts';
import { addressSubject, countTries } from '#limits/rate-limits.ts';
import { AnnouncedCache } from '#realtime/announced-cache.ts';
import type { Services } from '#services.ts';

const BOUNDS = { maxEntries: 200, maxAgeMs: 60_000 };
/** Links remembered after they have ended: who follows one is told so, and is nobody who guesses. */
const MAX_KNOWN = 1_000;
/** Longest wait of a viewer for the next step, in ms. */
const WAIT_MS = 25_000;
/** Viewers that wait on one process; others are answered at once and ask again. */
const MAX_WAITING = 5_000;
/** Codes that one address may guess in vain. */
const GUESSES = { most: 30, withinMs: 10 * 60_000 };

interface Shown {
  version: number;
  expiresAtMs: number;
  /** Names of the pictures of the frame. */
  pictures: ReadonlySet<string>;
  answer: PackedAnswer;
}

type AudienceServices = Pick<Services, 'db' | 'pool' | 'announcements' | 'farewell'>;

/**
 * The viewers of ceremonies without an account, on this process. Theory of operation: what a link shows is read and packed once
 * for each step, and lies in memory until an announcement says that there is another one. A viewer asks with the version that
 * it has and waits in memory, without a connection to the database, until the announcement wakes all of them.
 */
export class CeremonyAudience {
  readonly #services: AudienceServices;
  readonly #shown: AnnouncedCache<Shown | undefined>;
  readonly #known = new LRUCache<string, true>({ max: MAX_KNOWN });
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #stop: (() => void)[];
  #waitingNumber = 0;
  #isClosed = false;

  constructor(services: AudienceServices) {
    const { announcements } = services;
    this.#services = services;
    this.#shown = new AnnouncedCache(announcements, BOUNDS);
    this.#stop = [
      announcements.on('ceremony.shown', ({ codeHash }) => {
        this.#shown.drop(codeHash);
        this.#wake(codeHash);
      }),
      announcements.on('resync', () => this.#wakeAll()),
    ];
  }

  /**
   * What the link of a code shows.
   *
   * @param after version that the viewer has: waits a while for another one
   * @param signal aborts when the viewer is gone
   * @returns null when there is nothing newer
   * @throws {NotFoundError} CEREMONY_LINK_ENDED
   * @throws {ThrottledError} THROTTLED for who guesses
   */
  async view(
    code: string,
    { after, ip, signal }: { after: number; ip: string | null; signal: AbortSignal },
  ): Promise<PackedAnswer | null> {
    const wait = this.#wait(hashOfCode(code), signal); // before the look, so that no step is missed
    try {
      const first = await this.#find(code, ip);
      if (first.version !== after) return first.answer;
      await wait.isOver;
      if (signal.aborted) return null;
      const then = await this.#find(code, ip);
      return then.version === after ? null : then.answer;
    } finally {
      wait.end();
    }
  }

  /**
   * Tells whether the frame that a link shows has this picture.
   *
   * @throws as `view`
   */
  async hasPicture(code: string, name: string, ip: string | null): Promise<boolean> {
    return (await this.#find(code, ip)).pictures.has(name);
  }

  /** Lets all who wait go. */
  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stop) stop();
    this.#shown.close();
    this.#wakeAll();
  }

  async #find(code: string, ip: string | null): Promise<Shown> {
    if (!isCode(code)) throw linkEnded(); // costs nothing, and can never hit
    const codeHash = hashOfCode(code);
    const shown = await this.#shown.read(codeHash, () => this.#load(codeHash));
    // An expiry is twelve hours away from its beginning: the clock of this machine will do.
    if (shown && shown.expiresAtMs > Date.now()) return shown;
    if (!this.#known.has(codeHash)) {
      await countTries(this.#services, [{ subject: `ceremony code ${addressSubject(ip)}`, ...GUESSES }]);
    }
    throw linkEnded();
  }

  async #load(codeHash: string): Promise<Shown | undefined> {
    const found = await findShown(this.#services.db, codeHash);
    if (!found) return undefined;
    this.#known.set(codeHash, true);
    const { version, expiresAtMs } = found;
    const frame = CeremonyFrame.nullable().parse(found.frame);
    const page = await packAnswer(AudienceView, { version, frame });
    const answer = { page, ending: '', etag: `"${page.hash}"` };
    return { version, expiresAtMs, answer, pictures: picturesOf(frame) };
  }

  /** A wait that ends with the next announcement for a link, with the time, or with the viewer. */
  #wait(codeHash: string, signal: AbortSignal) {
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    if (this.#isClosed || this.#services.farewell.hasBegun || this.#waitingNumber >= MAX_WAITING) resolve();
    const others = this.#waiting.get(codeHash) ?? new Set();
    this.#waiting.set(codeHash, others.add(resolve));
    this.#waitingNumber += 1;
    const timer = setTimeout(resolve, WAIT_MS);
    signal.addEventListener('abort', () => resolve(), { once: true });
    const end = () => {
      clearTimeout(timer);
      others.delete(resolve);
      this.#waitingNumber -= 1;
      if (others.size === 0 && this.#waiting.get(codeHash) === others) this.#waiting.delete(codeHash);
    };
    return { isOver, end };
  }

  #wake(codeHash: string): void {
    for (const resolve of this.#waiting.get(codeHash) ?? []) resolve();
  }

  #wakeAll(): void {
    for (const codeHash of this.#waiting.keys()) this.#wake(codeHash);
  }
}

function picturesOf(frame: CeremonyFrame | null): ReadonlySet<string> {
  const teams = [frame?.honoured?.team, frame?.slide?.team];
  return new Set(
    teams.flatMap((team) => [team?.logo, team?.photo]).filter((name) => typeof name === 'string'),
  );
}
