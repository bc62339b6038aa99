import { setTimeout as sleep } from 'node:timers/promises';
import type { Member } from '#contest/crowd.ts';
import { joined } from '#contest/crowd-load.ts';
import type { HttpCaller } from '#contest/http-caller.ts';
import { LightSocket } from '#contest/light-socket.ts';

/** Pauses of the page of the site before it connects again: doubled each time, by chance up to a half shorter or longer. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 6_000;
const SPREAD = 0.5;
/** The page fetches what it shows when it is back, after a while and spread over some seconds. */
const FETCH_AFTER_MS = 500;
const FETCH_WITHIN_MS = 3_000;
/** Pause of the page after a request that failed. */
const READ_AGAIN_AFTER_MS = 1_000;
/** Shown by the list of problems, with the notice of new messages. */
const SHOWN = ['', '/problems', '/solutions/my?count=20', '/messages'];

export interface Place {
  url: string;
  contestId: number;
  caller: HttpCaller;
}

/** Page of a contest that somebody has open; it comes back after a lost connection as the page of the site does. */
export class Screen {
  /** Moment at which it was in the room of the contest again after the last loss. */
  backAtMs = 0;
  /** Moment at which it had read everything anew. */
  caughtUpAtMs = 0;
  /** Tries that did not connect since the last loss. */
  failures = 0;
  /** Times that something shown was not answered, so that it was read again. */
  brokenReads = 0;
  readonly #place: Place;
  readonly #member: Member;
  readonly #waiting = new Map<string, (atMs: number) => void>();
  #socket: LightSocket | null = null;
  #isClosed = false;

  constructor(place: Place, member: Member) {
    this.#place = place;
    this.#member = member;
  }

  async open(): Promise<void> {
    const { url, contestId } = this.#place;
    const socket = await LightSocket.open(url, this.#member.token, (event) => this.#hear(event));
    this.#socket = socket;
    if (this.#isClosed) return socket.close();
    socket.onceClosed(() => void this.#comeBack());
    await joined(socket.ask('contest.join', { contestId, tableUpdates: false }));
    await joined(socket.ask('table.listen', { contestId })); // its list says how many have solved each problem
  }

  /** Resolves with the moment at which the next event of this name comes. */
  next(event: string): Promise<number> {
    return new Promise((resolve) => this.#waiting.set(event, resolve));
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
  }

  #hear(event: string): void {
    this.#waiting.get(event)?.(performance.now());
    this.#waiting.delete(event);
  }

  async #comeBack(): Promise<void> {
    this.failures = 0;
    this.brokenReads = 0;
    while (!this.#isClosed) {
      await sleep(pauseAfter(this.failures));
      if (await this.#isOpenAgain()) {
        this.backAtMs = performance.now();
        return this.#catchUp();
      }
      this.failures += 1;
    }
  }

  async #isOpenAgain(): Promise<boolean> {
    if (this.#isClosed) return false;
    return this.open().then(
      () => true,
      () => false,
    );
  }

  async #catchUp(): Promise<void> {
    await sleep(FETCH_AFTER_MS + Math.random() * FETCH_WITHIN_MS);
    while (!this.#isClosed) {
      if (await this.#isRead()) {
        this.caughtUpAtMs = performance.now();
        return;
      }
      this.brokenReads += 1;
      await sleep(READ_AGAIN_AFTER_MS);
    }
  }

  /** Whether all that the page shows was answered; a broken connection is one more reason to read again. */
  async #isRead(): Promise<boolean> {
    const { url, contestId, caller } = this.#place;
    const { token } = this.#member;
    const answers = SHOWN.map((path) => caller.call(`${url}/api/contest/${contestId}${path}`, token));
    return Promise.all(answers).then(
      (all) => all.every(({ status }) => status === 200),
      () => false,
    );
  }
}

function pauseAfter(failures: number): number {
  const pauseMs = FIRST_PAUSE_MS * 2 ** failures;
  return Math.min(pauseMs * (1 + SPREAD * (2 * Math.random() - 1)), LONGEST_PAUSE_MS);
}
