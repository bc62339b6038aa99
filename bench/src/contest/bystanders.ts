import { setTimeout as sleep } from 'node:timers/promises';
import { type Member, PASSWORD } from '#contest/crowd.ts';
import { askUntilTaken, HttpCaller } from '#contest/http-caller.ts';

export interface Bystanding {
  urls: readonly string[];
  contestId: number;
  members: readonly Member[];
  /** Names of people with `PASSWORD`, who sign in. */
  usernames: readonly string[];
  statementsPerSec: number;
  signInsPerSec: number;
}

export interface BystandersResult {
  statementMs: number[];
  /** Answers 503, after which statements are asked for again. */
  statementsRefused: number;
  signedInMs: number[];
  /** Sign-ins told to come again (503). */
  signInsRefused: number;
}

const PROBLEMS = ['A', 'B', 'C', 'D', 'E', 'F'];
/** A step that visits people in an order without neighbours. */
const STRIDE = 7907;

/** People who open statements and sign in again at an even rate, while others send. */
export class Bystanders {
  readonly #caller = new HttpCaller({ 'accept-encoding': 'gzip' });
  readonly #way: Bystanding;
  readonly #stopping = new AbortController();
  readonly #result: BystandersResult = {
    ...{ statementMs: [], statementsRefused: 0 },
    ...{ signedInMs: [], signInsRefused: 0 },
  };
  #loops: Promise<void>[] = [];

  constructor(way: Bystanding) {
    this.#way = way;
  }

  start(): void {
    const { statementsPerSec, signInsPerSec, usernames } = this.#way;
    this.#loops = [
      this.#repeat(statementsPerSec, (turn) => this.#openStatement(turn)),
      this.#repeat(usernames.length === 0 ? 0 : signInsPerSec, (turn) => this.#signIn(turn)),
    ];
  }

  async stop(): Promise<BystandersResult> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
    this.#caller.close();
    return this.#result;
  }

  /** Begins something at an even rate, whether or not earlier ones were answered; waits for all at the end. */
  async #repeat(perSec: number, act: (turn: number) => Promise<void>): Promise<void> {
    const acts: Promise<void>[] = [];
    const startedAt = performance.now();
    for (let turn = 0; perSec > 0; turn += 1) {
      const atMs = startedAt + (1000 * turn) / perSec;
      await sleep(Math.max(0, atMs - performance.now()), undefined, { signal: this.#stopping.signal }).catch(
        () => {},
      );
      if (this.#stopping.signal.aborted) break;
      acts.push(act(turn));
    }
    await Promise.all(acts);
  }

  async #openStatement(turn: number): Promise<void> {
    const { members, contestId } = this.#way;
    const place = (turn * STRIDE) % members.length;
    const path = `/api/contest/${contestId}/problems/${PROBLEMS[turn % PROBLEMS.length]}`;
    const startedAt = performance.now();
    const { status, text } = await askUntilTaken(
      () => this.#caller.call(`${this.#urlOf(place)}${path}`, members[place]?.token ?? null),
      () => {
        this.#result.statementsRefused += 1;
      },
    );
    if (status !== 200) throw new Error(`A statement was answered ${status}: ${text.slice(0, 200)}`);
    this.#result.statementMs.push(performance.now() - startedAt);
  }

  async #signIn(turn: number): Promise<void> {
    const username = this.#way.usernames[turn % this.#way.usernames.length];
    const address = `${this.#urlOf(turn)}/api/user/authenticate/sign-in`;
    const startedAt = performance.now();
    const body = JSON.stringify({ username, password: PASSWORD });
    const { status, text } = await this.#caller.call(address, null, body);
    if (status === 200) this.#result.signedInMs.push(performance.now() - startedAt);
    else if (status === 503) this.#result.signInsRefused += 1;
    else throw new Error(`Signing in was answered ${status}: ${text.slice(0, 200)}`);
  }

  #urlOf(place: number): string {
    const { urls } = this.#way;
    return urls[place % urls.length] ?? '';
  }
}
