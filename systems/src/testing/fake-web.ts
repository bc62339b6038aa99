import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, json as readJson } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type OutsideFailure,
  RelayAccepted,
  RelayHello,
  RelayIntent,
  RelayLook,
  RelayNotSent,
  RelayProgress,
  RelayRelease,
  RelayResult,
  RelaySession,
  type RelayTask,
  RelayTrouble,
} from '@balloon/contracts/outside/relay.ts';
import type { RelayJob } from '@balloon/contracts/outside/relay-jobs.ts';
import {
  LOOKS_BEFORE_RESEND,
  RESEND_NOT_BEFORE_MS,
  SEND_ANEW_AFTER_MS,
  SENDS_WITHOUT_RUN,
} from '@balloon/domain/outside/outside-systems.ts';
import type { z } from 'zod';
import type { VirtualClock } from '#stand-ins/stand-in.ts';
import { createFakeJobs, type FakeJobs } from '#testing/fake-jobs.ts';

/*
 * A web in memory that speaks contracts/src/outside/relay.ts over HTTP and keeps leases, intents, runs, accounts and
 * a server as the real one does (server/src/features/outside-systems). Its jobs are in fake-jobs.ts.
 */

export interface FakeSolution {
  id: number;
  submission: RelayTask['submission'];
  fence: number | null;
  run: FakeRun | null;
  /** Sends that left no run, since a supervisor has decided. */
  lostSends: number;
  /** When it may be sent anew. */
  availableAtMs: number;
  progress: Pick<RelayProgress, 'step' | 'foreignVerdict' | 'isStrange'>[];
  /** Every verdict that was stored: one. */
  results: RelayResult[];
  refusal: string | null;
}

interface FakeRun {
  state: 'sending' | 'accepted' | 'unsettled';
  runId: string | null;
  isShared: boolean;
  watermark: string | null;
  sentAtMs: number;
  looks: number;
  accountId: number;
  candidates: string[];
  /** How the send was answered. */
  words: string | null;
}

export interface FakeAccount {
  id: number;
  credentials: Record<string, string>;
  session: string | null;
  authorId: string | null;
  freeAtMs: number;
  busyFence: number | null;
  disabled: string | null;
}

export interface FakeWeb {
  url: string;
  solutions: FakeSolution[];
  accounts: FakeAccount[];
  server: { url: string; sendEveryMs: number; awayUntilMs: number; failures: number; paused: string | null };
  troubles: OutsideFailure[];
  jobs: FakeJobs;
  /** Everything that relays have said, as text. */
  heard: string[];
  add(source: string): FakeSolution;
  /** Ends all leases, as the time after the death of relays does. */
  expire(): void;
  /** Forgets relays and breaks connections; calls fail until `revive`. */
  die(): void;
  revive(): void;
  /** Number of claims that wait. */
  waiting: number;
  /** Number of solutions that were handed out. */
  readonly claims: number;
  /** Refuses the token. */
  refuse: boolean;
  /** False: it is of a version without jobs. */
  knowsJobs: boolean;
  /** What goes wrong with the next calls of a name: before or after the work was done. */
  plan(name: string, fault: 'before' | 'after'): void;
  /** Forgets planned faults. */
  heal(): void;
  close(): Promise<void>;
}

/** Time that passes while a claim waits, so that accounts become free. */
const WAITING_TAKES_MS = 500;
const AWAY_MS = [15_000, 30_000, 60_000, 120_000, 300_000];

export interface FakeWebOptions {
  /** Accounts of the plain system, or fields of those of another one. */
  accounts?: number | readonly Record<string, string>[];
  password?: string;
  sendEveryMs?: number;
  systemType?: RelayJob['server']['systemType'];
  settings?: Record<string, string>;
}

export async function startFakeWeb(
  systemUrl: string,
  clock: VirtualClock,
  {
    accounts = 1,
    password = 'p&ss word',
    sendEveryMs = 0,
    systemType = 'ejudge',
    settings = {},
  }: FakeWebOptions = {},
): Promise<FakeWeb> {
  const solutions: FakeSolution[] = [];
  const troubles: OutsideFailure[] = [];
  const heard: string[] = [];
  const planned: { name: string; fault: 'before' | 'after' }[] = [];
  const server = { url: systemUrl, sendEveryMs, awayUntilMs: 0, failures: 0, paused: null as string | null };
  const fields =
    typeof accounts === 'number'
      ? Array.from({ length: accounts }, (_, index) => ({ login: `pool-${index + 1}`, password }))
      : accounts;
  const pool: FakeAccount[] = fields.map((credentials, index) => ({
    ...{ id: index + 1, credentials, session: null, authorId: null },
    ...{ freeAtMs: 0, busyFence: null, disabled: null },
  }));
  const relays = new Set<number>();
  let lastRelay = 0;
  let isDead = false;
  let lastFence = 0;
  const { nowMs } = clock;
  const jobs = createFakeJobs((request) => {
    const account = pool.find(({ id, disabled }) =>
      request.kind === 'check' ? id === request.accountId : disabled === null,
    );
    const { id = 0, credentials = {}, session = null, authorId = null } = account ?? {};
    return {
      server: { id: 1, systemType, url: server.url, settings },
      account: account ? { id, credentials, session, authorId } : null,
    };
  }, nowMs);

  const held = ({ solutionId, fence }: { solutionId: number; fence: number }) =>
    solutions.find((each) => each.id === solutionId && each.fence === fence && isOpen(each));
  const isOpen = ({ results, refusal }: FakeSolution) => results.length === 0 && refusal === null;
  const leased = new Set<number>();
  const freeAccount = (fence: number) => {
    for (const account of pool) if (account.busyFence === fence) account.busyFence = null;
  };
  const giveBack = (solution: FakeSolution) => {
    leased.delete(solution.id);
    freeAccount(solution.fence ?? -1);
    solution.fence = null;
  };
  const isBusy = ({ busyFence }: FakeAccount) =>
    solutions.some(({ id, fence }) => fence === busyFence && fence !== null && leased.has(id));
  const isFree = (account: FakeAccount) =>
    account.disabled === null &&
    account.freeAtMs <= nowMs() &&
    !isBusy(account) &&
    !solutions.some(({ run }) => run?.state === 'sending' && run.accountId === account.id);

  /** Whether the system lists all that an account sent for a problem, or somebody was told that it does not. */
  const hasListedRuns = (account: FakeAccount, foreignId: string) =>
    !solutions.some((solution) => {
      const { run, submission, progress } = solution;
      const isUnlisted = run?.state === 'accepted' && run.runId === null && !progress.at(-1)?.isStrange;
      const isOfAccount = run?.accountId === account.id && submission.foreignId === foreignId;
      return isUnlisted && isOfAccount && isOpen(solution);
    });

  function claim(): RelayTask | null {
    for (const solution of solutions) {
      if (leased.has(solution.id) || !isOpen(solution) || solution.run?.state === 'unsettled') continue;
      if (solution.availableAtMs > nowMs()) continue;
      const account = accountFor(solution);
      if (!account) continue;
      lastFence += 1;
      solution.fence = lastFence;
      leased.add(solution.id);
      if (!solution.run) account.busyFence = lastFence;
      return taskOf(solution, account);
    }
    return null;
  }

  function accountFor({ run, submission }: FakeSolution): FakeAccount | undefined {
    if (run) return pool.find(({ id }) => id === run.accountId);
    if (server.paused !== null || server.awayUntilMs > nowMs()) return undefined;
    if (server.failures > 0 && pool.some(isBusy)) return undefined;
    return pool
      .filter((account) => isFree(account) && hasListedRuns(account, submission.foreignId))
      .toSorted((a, b) => a.freeAtMs - b.freeAtMs)[0];
  }

  function taskOf({ id, submission, run, fence }: FakeSolution, account: FakeAccount): RelayTask {
    const { credentials, session, authorId } = account;
    return {
      ...{ solutionId: id, fence: fence ?? 0, attempt: 1, submission },
      server: { id: 1, systemType: judgingType(systemType), url: server.url, settings },
      account: { id: account.id, credentials, session, authorId },
      run: run && {
        ...{ state: run.state === 'sending' ? 'sending' : 'accepted', runId: run.runId },
        ...{ watermark: run.watermark, sentAtMs: run.sentAtMs, looks: run.looks },
      },
    };
  }

  function takeTrouble(failure: OutsideFailure, accountId: number | undefined): void {
    troubles.push(failure);
    const account = pool.find(({ id }) => id === accountId);
    const { kind, message, retryAfterMs } = failure;
    if (kind === 'down') {
      const pauseMs = AWAY_MS[Math.min(server.failures, AWAY_MS.length - 1)] ?? 0;
      server.failures += 1;
      server.awayUntilMs = nowMs() + Math.max(pauseMs, retryAfterMs ?? 0);
    }
    if (kind === 'drift') server.paused ??= message;
    if (kind === 'rate' && account)
      account.freeAtMs = nowMs() + Math.max(2 * server.sendEveryMs, retryAfterMs ?? 0);
    if ((kind === 'signedOut' || kind === 'challenge') && account) {
      account.disabled ??= kind;
      account.session = null;
    }
  }

  const accountOf = ({ fence, run }: FakeSolution) =>
    pool.find(({ busyFence }) => busyFence === fence && fence !== null)?.id ?? run?.accountId;

  const calls: Record<string, (body: unknown) => unknown> = {
    hello: taking(RelayHello, () => {
      lastRelay += 1;
      relays.add(lastRelay);
      return { relayId: lastRelay, leaseMs: 15_000 };
    }),
    intent: taking(RelayIntent, (body) => {
      const solution = held(body);
      const account = pool.find(({ busyFence }) => busyFence === body.fence);
      if (!solution || !account || solution.run) return { goOn: false };
      solution.run = {
        ...{ state: 'sending', runId: null, isShared: false, watermark: body.watermark, sentAtMs: nowMs() },
        ...{ looks: 0, accountId: account.id, candidates: [], words: null },
      };
      account.freeAtMs = nowMs() + server.sendEveryMs;
      return { goOn: true };
    }),
    accepted: taking(RelayAccepted, (body) => {
      const run = held(body)?.run;
      if (!run) return { isOurs: false };
      if (run.state === 'accepted' && run.runId !== null) return { isOurs: run.runId === body.runId };
      const isTaken = body.runId !== null && solutions.some((each) => each.run?.runId === body.runId);
      if (isTaken && !body.isDuplicate) return { isOurs: false };
      Object.assign(run, { state: 'accepted', runId: body.runId, isShared: body.isDuplicate });
      freeAccount(body.fence);
      server.failures = 0;
      return { isOurs: true };
    }),
    'not-sent': taking(RelayNotSent, (body) => {
      const solution = held(body);
      if (!solution) return { result: true };
      const accountId = accountOf(solution);
      if (solution.run?.state === 'sending') solution.run = null;
      giveBack(solution);
      if (body.failure.kind === 'refused') solution.refusal = body.failure.message;
      else takeTrouble(body.failure, accountId);
      return { result: true };
    }),
    look: taking(RelayLook, (body) => {
      const solution = held(body);
      const run = solution?.run;
      if (!solution || !run || (run.state === 'accepted' && run.runId !== null)) return { next: 'stop' };
      const leave = () => {
        Object.assign(run, {
          ...{ state: 'unsettled', candidates: body.candidates, words: body.words ?? null },
        });
        solution.lostSends = 0;
        giveBack(solution);
        return { next: 'stop' };
      };
      if (body.found === 'several') return leave();
      run.looks += 1;
      const isOldEnough = nowMs() - run.sentAtMs >= RESEND_NOT_BEFORE_MS;
      if (run.state !== 'sending' || run.looks < LOOKS_BEFORE_RESEND || !isOldEnough)
        return { next: 'again' };
      solution.lostSends += 1;
      takeTrouble(
        { kind: 'down', message: `A send left no run: ${body.words}`, retryAfterMs: null, evidence: null },
        run.accountId,
      );
      if (solution.lostSends >= SENDS_WITHOUT_RUN) return leave();
      solution.run = null;
      solution.availableAtMs = nowMs() + (SEND_ANEW_AFTER_MS[solution.lostSends - 1] ?? 0);
      giveBack(solution);
      return { next: 'send' };
    }),
    trouble: taking(RelayTrouble, (body) => {
      const solution = held(body);
      if (solution) takeTrouble(body.failure, accountOf(solution));
      return { result: true };
    }),
    progress: taking(RelayProgress, (body) => {
      const { step, foreignVerdict, isStrange } = body;
      const solution = held(body);
      if (foreignVerdict !== null) solution?.progress.push({ step, foreignVerdict, isStrange });
      return { goOn: solution !== undefined };
    }),
    result: taking(RelayResult, (body) => {
      const before = solutions.find(({ id }) => id === body.solutionId);
      const solution = held(body);
      if (!solution) return { stored: before?.fence === body.fence && before.results.length > 0 };
      solution.results.push(body);
      leased.delete(solution.id);
      freeAccount(body.fence);
      return { stored: true };
    }),
    release: taking(RelayRelease, (body) => {
      const solution = held(body);
      if (solution) giveBack(solution);
      return { result: true };
    }),
    session: taking(RelaySession, ({ accountId, session, authorId }) => {
      const account = pool.find(({ id }) => id === accountId);
      if (account && account.disabled === null) Object.assign(account, { session, authorId });
      return { result: true };
    }),
  };

  /** Waits as long as the caller does. @param takesMs time of the system's clock that passes meanwhile */
  async function waitForWork<Work>(
    take: () => Work | null,
    takesMs: number,
    response: ServerResponse,
    { waitMs = 0 }: { waitMs?: number },
  ): Promise<Work | null> {
    const untilMs = performance.now() + waitMs;
    fake.waiting += 1;
    try {
      while (!response.destroyed && !isDead && performance.now() < untilMs) {
        const work = take();
        if (work) return work;
        clock.advance(takesMs);
        await sleep(1);
      }
      return null;
    } finally {
      fake.waiting -= 1;
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = (request.url ?? '').replace('/api/relay/', '');
    const sha256 = /^job\/blobs\/(\w{64})\?/.exec(name)?.[1];
    if (sha256 !== undefined) return void (await exchangeBlob(sha256, request, response));
    const body = (await readJson(request)) as { relayId?: number; waitMs?: number };
    heard.push(JSON.stringify(body));
    const at = planned.findIndex((each) => each.name === name);
    const fault = at < 0 ? undefined : planned.splice(at, 1)[0]?.fault;
    if (isDead || fault === 'before') return void response.destroy();
    if (fake.refuse) return refuse(response, 401, 'JUDGE_TOKEN_WRONG', 'Show a relay token');
    if (name !== 'hello' && !relays.has(body.relayId ?? 0))
      return refuse(response, 404, 'RELAY_UNKNOWN', 'This relay must call hello first');
    if (name === 'claim')
      return answer(response, { task: await waitForWork(claim, WAITING_TAKES_MS, response, body) });
    if (name === 'claim-job' && !fake.knowsJobs)
      return refuse(response, 404, 'NOT_FOUND', 'There is no POST /api/relay/claim-job');
    if (name === 'claim-job')
      return answer(response, { job: await waitForWork(jobs.claim, 0, response, body) });
    const reply = jobs.answer(name, body) ?? calls[name]?.(body);
    if (fault === 'after') return void response.destroy();
    answer(response, reply);
  }

  async function exchangeBlob(
    sha256: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (isDead) return void response.destroy();
    if (request.method === 'GET') return void response.end(jobs.blobs.get(sha256));
    jobs.upload(sha256, await buffer(request));
    answer(response, { result: true });
  }

  const http = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const fake: FakeWeb = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    ...{
      solutions,
      accounts: pool,
      server,
      troubles,
      jobs,
      heard,
      refuse: false,
      knowsJobs: true,
      waiting: 0,
    },
    get claims() {
      return lastFence;
    },
    add(source) {
      const submission = { foreignId: '1:A', foreignLanguageId: '7', languageName: 'G++', source };
      const solution: FakeSolution = {
        ...{ id: solutions.length + 1, submission, fence: null, run: null, lostSends: 0, availableAtMs: 0 },
        ...{ progress: [], results: [], refusal: null },
      };
      solutions.push(solution);
      return solution;
    },
    expire() {
      leased.clear();
      jobs.expire();
    },
    die() {
      isDead = true;
      relays.clear();
      http.closeAllConnections();
    },
    revive() {
      isDead = false;
    },
    plan: (name, fault) => planned.push({ name, fault }),
    heal() {
      planned.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        isDead = true;
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return fake;
}

/** Reads what a relay says as the real web does. */
const taking =
  <Body extends z.ZodType>(schema: Body, take: (body: z.output<Body>) => unknown) =>
  (body: unknown) =>
    take(schema.parse(body));

function answer(response: ServerResponse, body: unknown, status = 200): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refuse(response: ServerResponse, httpCode: number, code: string, message: string): void {
  answer(response, { error: { code, message, description: message, httpCode, restParams: {} } }, httpCode);
}

/** Polygon judges nothing: solutions come from other systems. */
function judgingType(type: RelayJob['server']['systemType']): RelayTask['server']['systemType'] {
  if (type === 'polygon') throw new Error('Polygon takes no solutions');
  return type;
}
