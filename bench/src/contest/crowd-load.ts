import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScoreboardPage, TableRows } from '@balloon/contracts/scoreboard/scoreboard.ts';
import type { EventReply, VerdictUpdated } from '@balloon/contracts/socket/events.ts';
import { SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { newToken } from '@balloon/server/features/session/session-token.ts';
import { arriveApart } from '#contest/arrivals.ts';
import type { Member } from '#contest/crowd.ts';
import { askUntilTaken, HttpCaller } from '#contest/http-caller.ts';
import { LightSocket } from '#contest/light-socket.ts';
import { OpenTable } from '#contest/open-table.ts';
import { PunctualSender, type Sent, type ToSend } from '#contest/punctual-sender.ts';
import type { SimulatedJudges } from '#contest/simulated-judges.ts';

export interface Load {
  /** Addresses of the webs, among which people are spread. */
  urls: readonly string[];
  contestId: number;
  members: readonly Member[];
  /** Part of the people who look at the table. */
  openTables: number;
  /** Moments in ms from the start at which solutions are sent. */
  moments: readonly number[];
  /** Null: nothing is judged. */
  judges: SimulatedJudges | null;
}

/** What people met, in ms, and what became of their solutions. */
export interface LoadResult {
  acceptMs: number[];
  /** Moments at which the solutions of `acceptMs` were to be sent, on the clock of the process. */
  sentAtMs: number[];
  /** From the sending of a result by the judge to the event at the author, for the solutions of this load. */
  heardMs: number[];
  /** Moments at which the verdicts of `heardMs` were heard, on the clock of the process. */
  heardAtMs: number[];
  /** Own pages read after a verdict, and tables read again. */
  answerMs: number[];
  /** From the sending of a result by the judge to the table with it, for each verdict and open table. */
  tableAgeMs: number[];
  /** Ids of accepted solutions. */
  accepted: number[];
  /** Answers 503, after which solutions are sent again. */
  refused: number;
  /** Answers 503, after which own pages and tables are asked for again. */
  readingsRefused: number;
  /** Verdicts that their authors did not hear. */
  unheard: number;
  /** Verdicts that did not come to an open table, over all tables. */
  unshown: number;
  tableReadings: number;
  /** Events that all sockets received during the load, and their bytes. */
  traffic: Traffic;
  /** How late the generator itself was, in ms, at the 99th percentile. */
  ownDelayMs: number;
}

type Traffic = LightSocket['received'];

/** Problems that nobody of `insertContest` has solved, so that every verdict changes the table. */
const UNSOLVED = ['B', 'C', 'E', 'F'];
const TABLE_ROWS = 50;
const HEARD_WITHIN_MS = 60_000;
/** Longer than a page waits before it reads a table again; a busy machine may need more of them. */
const SHOWN_SOON_MS = 3_000;
const SHOWN_WITHIN_MS = 60_000;
/** A step that visits people in an order without neighbours. */
const STRIDE = 7919;

/** People with sockets, some of them before the table, who send solutions and hear verdicts. */
export class CrowdLoad {
  readonly #load: Load;
  readonly #caller = new HttpCaller();
  readonly #sender = new PunctualSender();
  readonly #sockets: LightSocket[] = [];
  readonly #tables: OpenTable[] = [];
  /** Verdicts that were heard, by solution; with those of earlier solutions that were judged again meanwhile. */
  readonly #heard = new Map<number, Heard>();
  readonly #acceptMs: number[] = [];
  readonly #sentAtMs: number[] = [];
  readonly #answerMs: number[] = [];
  readonly #accepted: number[] = [];
  readonly #reading: Promise<unknown>[] = [];
  #trafficBefore: Traffic = { events: 0, bytes: 0 };
  #refused = 0;
  #readingsRefused = 0;

  constructor(load: Load) {
    const most = load.members.length * UNSOLVED.length;
    if (load.moments.length > most) throw new Error(`So many people can send at most ${most} solutions`);
    this.#load = load;
  }

  /** Connects a socket for each person, and opens tables for some. */
  async connect(): Promise<void> {
    const { members, openTables } = this.#load;
    const watching = Math.round(members.length * openTables);
    await arriveApart(members, (_, place) => this.#connect(place, place < watching));
    this.#answerMs.length = 0; // no profile is about the connecting
    this.#trafficBefore = this.#trafficSoFar();
  }

  async #connect(place: number, isWatching: boolean): Promise<void> {
    const { contestId } = this.#load;
    const scope = 'contest';
    const path = `table2?count=${TABLE_ROWS}&offset=0&scope=${scope}`;
    const table = isWatching ? new OpenTable(() => this.#get<ScoreboardPage>(place, path)) : null;
    const { token } = this.#memberAt(place);
    const socket = await LightSocket.open(this.#urlOf(place), token, (event, payload) => {
      if (event === 'verdict updated') this.#hear(place, payload as HeardVerdict);
      if (event === 'table rows') table?.hear(payload as TableRows);
    });
    this.#sockets.push(socket);
    await joined(socket.ask('contest.join', { contestId, tableUpdates: false }));
    if (table === null) return;
    this.#tables.push(table);
    await table.read();
    await joined(
      socket.ask('table.watch', { contestId, count: TABLE_ROWS, offset: 0, audience: 'own', scope }),
    );
  }

  /** Sends everything and waits until every author has heard the verdict. */
  async live(): Promise<void> {
    await this.#send();
    if (this.#load.judges) await this.#hearAll();
  }

  /** Waits for the last changes of the tables, and closes everything. */
  async end(): Promise<void> {
    if (this.#tables.length > 0) await this.#showAll();
    await Promise.all(this.#reading);
    for (const table of this.#tables) table.close();
    for (const socket of this.#sockets) socket.close();
    this.#caller.close();
    await this.#sender[Symbol.asyncDispose]();
  }

  get result(): Omit<LoadResult, 'ownDelayMs'> {
    const traffic = this.#trafficSoFar();
    const shown = this.#agesInTables();
    const heard = this.#accepted.flatMap((id) => this.#heard.get(id) ?? []);
    return {
      ...{ acceptMs: this.#acceptMs, sentAtMs: this.#sentAtMs, answerMs: this.#answerMs },
      heardMs: heard.map(({ tookMs }) => tookMs),
      heardAtMs: heard.map(({ atMs }) => atMs),
      tableAgeMs: shown.flatMap(({ agesMs }) => agesMs),
      accepted: this.#accepted,
      refused: this.#refused,
      readingsRefused: this.#readingsRefused,
      unheard: this.#load.judges ? this.#accepted.filter((id) => !this.#heard.has(id)).length : 0,
      unshown: missingIn(shown),
      traffic: {
        events: traffic.events - this.#trafficBefore.events,
        bytes: traffic.bytes - this.#trafficBefore.bytes,
      },
      tableReadings: this.#tables.reduce((sum, { readings }) => sum + readings, 0),
    };
  }

  /** How long each verdict was missing in each table. */
  #agesInTables() {
    const sentAt = [...(this.#load.judges?.resultSentAt.values() ?? [])].toSorted((a, b) => a - b);
    return this.#tables.map((table) => table.agesOf(sentAt));
  }

  #trafficSoFar(): Traffic {
    const sum = { events: 0, bytes: 0 };
    for (const { received } of this.#sockets) {
      sum.events += received.events;
      sum.bytes += received.bytes;
    }
    return sum;
  }

  /** Sends each solution at its moment, whether or not earlier ones were answered. */
  async #send(): Promise<void> {
    const startedAt = performance.now();
    await Promise.all(this.#load.moments.map((moment, index) => this.#sendOne(index, startedAt + moment)));
  }

  /** @param wantedAt moment at which the person wanted to send, from which the answer is counted */
  async #sendOne(index: number, wantedAt: number): Promise<void> {
    const { members, contestId } = this.#load;
    const place = (index * STRIDE) % members.length;
    const round = Math.floor(index / members.length);
    const body = JSON.stringify({
      symbolIndex: UNSOLVED[(place + round) % UNSOLVED.length],
      languageId: LANGUAGES.python3.id,
      idempotencyKey: newToken(),
      solution: `print(${index})\n`.repeat(30),
    });
    const { text, tookMs } = await this.#sendUntilTaken({
      ...{ index, atMs: wantedAt, token: this.#memberAt(place).token, body },
      url: `${this.#urlOf(place)}/api/contest/${contestId}/solutions`,
    });
    this.#acceptMs.push(tookMs);
    this.#sentAtMs.push(wantedAt);
    this.#accepted.push(SubmitReply.parse(JSON.parse(text)).id);
  }

  /** Sends again what is refused for the moment, as the page does. The answer is counted from the first wish. */
  async #sendUntilTaken(wish: ToSend): Promise<Sent> {
    const sent = await askUntilTaken(
      () => this.#sender.send(wish),
      () => {
        this.#refused += 1;
      },
    );
    if (sent.status !== 200)
      throw new Error(`A solution was answered ${sent.status}: ${sent.text.slice(0, 200)}`);
    return sent;
  }

  async #hearAll(): Promise<void> {
    const untilMs = performance.now() + HEARD_WITHIN_MS;
    const isMissing = () => this.#accepted.some((id) => !this.#heard.has(id));
    while (isMissing() && performance.now() < untilMs) await sleep(20);
  }

  async #showAll(): Promise<void> {
    const untilMs = performance.now() + SHOWN_WITHIN_MS;
    do await sleep(SHOWN_SOON_MS);
    while (missingIn(this.#agesInTables()) > 0 && performance.now() < untilMs);
  }

  #hear(place: number, { id: solutionId, verdict }: HeardVerdict): void {
    const sentAt = this.#load.judges?.resultSentAt.get(solutionId);
    if (!verdict?.isTerminal || sentAt === undefined || this.#heard.has(solutionId)) return;
    const atMs = performance.now();
    this.#heard.set(solutionId, { atMs, tookMs: atMs - sentAt });
    // The page reads these anew after an own verdict.
    this.#reading.push(this.#get(place, 'problems'), this.#get(place, 'solutions/my?count=20'));
  }

  async #get<Body>(place: number, path: string): Promise<Body> {
    const startedAt = performance.now();
    const { status, text } = await askUntilTaken(
      () => this.#call(place, `/api/contest/${this.#load.contestId}/${path}`),
      () => {
        this.#readingsRefused += 1;
      },
    );
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
    this.#answerMs.push(performance.now() - startedAt);
    return JSON.parse(text) as Body;
  }

  #call(place: number, path: string) {
    return this.#caller.call(`${this.#urlOf(place)}${path}`, this.#memberAt(place).token);
  }

  #urlOf(place: number): string {
    const { urls } = this.#load;
    return urls[place % urls.length] ?? '';
  }

  #memberAt(place: number): Member {
    const member = this.#load.members[place];
    if (!member) throw new Error(`There is no person ${place}`);
    return member;
  }
}

/** Verdicts that tables never showed. */
const missingIn = (shown: readonly { missing: number }[]) =>
  shown.reduce((sum, { missing }) => sum + missing, 0);

type HeardVerdict = Pick<VerdictUpdated, 'id' | 'verdict'>;

interface Heard {
  atMs: number;
  /** Time from the sending of the result. */
  tookMs: number;
}

/** @throws {Error} when the server has refused a room */
export async function joined(reply: Promise<unknown>): Promise<void> {
  const { ok, code } = (await reply) as EventReply;
  if (!ok) throw new Error(`A room was refused: ${code}`);
}

/** Begins to watch how late this process is; returns the function that ends it with the 99th percentile in ms. */
export function watchOwnDelay(): () => number {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return () => {
    delay.disable();
    return delay.percentile(99) / 1e6;
  };
}
