import { Agent, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventReply, VerdictUpdated } from '@balloon/contracts/events.ts';
import type { ScoreboardPage, TableRows } from '@balloon/contracts/scoreboard.ts';
import { SubmitReply } from '@balloon/contracts/solutions.ts';
import { LANGUAGES } from '@balloon/domain/languages.ts';
import { newToken } from '@balloon/server/features/session/session-token.ts';
import { TestJudge } from '@balloon/server/testing/test-judge.ts';
import type { Member } from '#contest/crowd.ts';
import { LightSocket } from '#contest/light-socket.ts';

export interface Load {
  /** Addresses of the webs, among which people and judges are spread. */
  urls: readonly string[];
  contestId: number;
  members: readonly Member[];
  judgeToken: string;
  /** Part of the people who look at the table. */
  openTables: number;
  /** Moments in ms from the start at which solutions are sent. */
  moments: readonly number[];
  /** Slots of simulated judges, which judge at once. */
  slots: number;
}

/** What people met, in ms, and what became of their solutions. */
export interface LoadResult {
  acceptMs: number[];
  /** From the sending of a result by the judge to the event at the author. */
  heardMs: number[];
  /** Own pages read after a verdict, and tables read. */
  answerMs: number[];
  /** Between a stored verdict and the news of it at each open table. */
  tableAgeMs: number[];
  /** Ids of accepted solutions. */
  accepted: number[];
  refused: number;
  tableFetches: number;
  /** How late the generator itself was, in ms, at the 99th percentile. */
  ownDelayMs: number;
}

/** Problems that nobody of `insertContest` has solved, so that every verdict changes the table. */
const UNSOLVED = ['B', 'C', 'E', 'F'];
/** All come from one address, which may open 150 sockets a second. */
const ARRIVE_TOGETHER = 50;
const ARRIVE_EVERY_MS = 400;
const TABLE_ROWS = 50;
const HEARD_WITHIN_MS = 60_000;

/** Lets a crowd send, watch and listen, and judges judge. */
export async function loadContest(load: Load): Promise<LoadResult> {
  const crowd = new Crowd(load);
  await crowd.connect();
  crowd.result.answerMs = []; // the first look at a table folds its log
  const delay = monitorEventLoopDelay({ resolution: 10 });
  const stopJudging = await crowd.judge();
  delay.enable();
  await crowd.send();
  await crowd.hearAll();
  delay.disable();
  await stopJudging();
  crowd.close();
  return { ...crowd.result, ownDelayMs: delay.percentile(99) / 1e6 };
}

class Crowd {
  readonly #load: Load;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512 });
  readonly #sockets: LightSocket[] = [];
  readonly #tables: OpenTable[] = [];
  /** Moments at which results were sent, by solution. */
  readonly #resultSentAt = new Map<number, number>();
  readonly #heard = new Set<number>();
  readonly result: Omit<LoadResult, 'ownDelayMs'> = {
    ...{ acceptMs: [], heardMs: [], answerMs: [], tableAgeMs: [] },
    ...{ accepted: [], refused: 0, tableFetches: 0 },
  };

  constructor(load: Load) {
    this.#load = load;
  }

  #urlOf(place: number): string {
    const { urls } = this.#load;
    return urls[place % urls.length] ?? '';
  }

  /** Connects a socket for each person, and opens tables for some. */
  async connect(): Promise<void> {
    const { members, contestId, openTables } = this.#load;
    const watching = Math.round(members.length * openTables);
    const watches = { contestId, count: TABLE_ROWS, offset: 0, audience: 'own', scope: 'contest' } as const;
    for (let start = 0; start < members.length; start += ARRIVE_TOGETHER) {
      await sleep(ARRIVE_EVERY_MS);
      await Promise.all(
        members.slice(start, start + ARRIVE_TOGETHER).map(async ({ token }, index) => {
          const place = start + index;
          const url = this.#urlOf(place);
          const table =
            place < watching
              ? new OpenTable(() => this.#get<ScoreboardPage>(place, `table2?count=${TABLE_ROWS}`))
              : null;
          const socket = await LightSocket.open(url, token, (event, payload) => {
            if (event === 'verdict updated') this.#hear(place, payload as HeardVerdict);
            if (event === 'table rows') table?.hear(payload as TableRows, performance.now());
          });
          await joined(socket.ask('contest.join', { contestId }));
          this.#sockets.push(socket);
          if (table === null) return;
          this.#tables.push(table);
          await table.read();
          await joined(socket.ask('table.watch', watches));
        }),
      );
    }
  }

  /** Starts judges that accept everything at once; returns the function that stops them. */
  async judge(): Promise<() => Promise<void>> {
    const { slots, judgeToken } = this.#load;
    const stopping = new AbortController();
    const working = Array.from({ length: slots }, async (_, place) => {
      const judge = new TestJudge(this.#urlOf(place), `simulated ${place}`, judgeToken);
      await judge.hello();
      return () => this.#judgeUntil(judge, stopping.signal);
    });
    const loops = (await Promise.all(working)).map((work) => work());
    return async () => {
      stopping.abort();
      await Promise.all(loops);
    };
  }

  async #judgeUntil(judge: TestJudge, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const task = await judge.claim(10_000, signal).catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      });
      if (task === null) continue;
      this.#resultSentAt.set(task.solutionId, performance.now());
      await judge.result(task, task.solutionId % 3 === 0 ? {} : { verdict: 'wrongAnswer', testNumber: 1 });
      const storedAt = performance.now();
      for (const table of this.#tables) table.expect(storedAt);
    }
  }

  /** Sends each solution at its moment, whether or not earlier ones were answered. */
  async send(): Promise<void> {
    const { members, moments, contestId } = this.#load;
    const startedAt = performance.now();
    const sending = moments.map(async (moment, index) => {
      await sleep(Math.max(0, startedAt + moment - performance.now()));
      const place = (index * 7919) % members.length;
      const body = JSON.stringify({
        ...{
          symbolIndex: UNSOLVED[index % UNSOLVED.length],
          languageId: LANGUAGES.python3.id,
          idempotencyKey: newToken(),
        },
        solution: `print(${index})\n`.repeat(30),
      });
      // Counted from the moment at which the person wanted to send.
      const { status, text } = await this.#call(place, `/api/contest/${contestId}/solutions`, body);
      if (status !== 200) {
        this.result.refused += 1;
        return;
      }
      this.result.acceptMs.push(performance.now() - startedAt - moment);
      this.result.accepted.push(SubmitReply.parse(JSON.parse(text)).id);
    });
    await Promise.all(sending);
  }

  /** Waits until every author has heard the verdict. */
  async hearAll(): Promise<void> {
    const untilMs = performance.now() + HEARD_WITHIN_MS;
    const isMissing = () => this.result.accepted.some((id) => !this.#heard.has(id));
    while (isMissing() && performance.now() < untilMs) await sleep(20);
    await sleep(2_000); // tables hear of the last verdicts
    this.result.tableAgeMs = this.#tables.flatMap(({ ages }) => ages);
    this.result.tableFetches = this.#tables.reduce((sum, { fetches }) => sum + fetches, 0);
  }

  /** Page of the table as each watcher holds it. */
  get tables(): readonly OpenTable[] {
    return this.#tables;
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
    this.#agent.destroy();
  }

  #hear(place: number, { id: solutionId, verdict }: HeardVerdict): void {
    const sentAt = this.#resultSentAt.get(solutionId);
    if (!verdict?.isTerminal || sentAt === undefined || this.#heard.has(solutionId)) return;
    this.#heard.add(solutionId);
    this.result.heardMs.push(performance.now() - sentAt);
    // The page reads these anew after an own verdict.
    void this.#get(place, 'problems');
    void this.#get(place, 'solutions/my?count=20');
  }

  async #get<Answer>(place: number, path: string): Promise<Answer> {
    const startedAt = performance.now();
    const { status, text } = await this.#call(place, `/api/contest/${this.#load.contestId}/${path}`);
    this.result.answerMs.push(performance.now() - startedAt);
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
    return JSON.parse(text) as Answer;
  }

  #call(place: number, path: string, body?: string): Promise<{ status: number; text: string }> {
    const { token = '' } = this.#load.members[place] ?? {};
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.#urlOf(place)}${path}`,
        {
          agent: this.#agent,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            'x-token': token,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

type HeardVerdict = Pick<VerdictUpdated, 'id' | 'verdict'>;

/** @throws {Error} when the server has refused a room */
async function joined(reply: Promise<unknown>): Promise<void> {
  const { ok, code } = (await reply) as EventReply;
  if (!ok) throw new Error(`A room was refused: ${code}`);
}

/** Page of the table that somebody watches. */
class OpenTable {
  readonly ages: number[] = [];
  fetches = 0;
  readonly #fetch: () => Promise<ScoreboardPage>;
  #version = '';
  /** Moment of the oldest stored verdict that this page has not heard of. */
  #missingSince: number | null = null;

  constructor(fetch: () => Promise<ScoreboardPage>) {
    this.#fetch = fetch;
  }

  async read(): Promise<void> {
    this.fetches += 1;
    this.#version = (await this.#fetch()).actualTableHash.hash;
  }

  expect(storedAt: number): void {
    this.#missingSince ??= storedAt;
  }

  hear({ from, to }: TableRows, heardAt: number): void {
    if (this.#missingSince !== null) this.ages.push(heardAt - this.#missingSince);
    this.#missingSince = null;
    if (from === this.#version) this.#version = to;
    else if (to !== this.#version) void sleep(Math.random() * 1_000).then(() => this.read());
  }
}
