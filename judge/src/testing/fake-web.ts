import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import {
  JudgeHello,
  type JudgeResult,
  type JudgeTask,
  type NeededSoon,
} from '@balloon/contracts/judging/judge.ts';
import {
  type ClaimedWork,
  ClaimReply,
  ClaimRequest,
  type HeldWork,
  ProgressReport,
  ReleaseRequest,
  ResultCall,
} from '@balloon/contracts/judging/leases.ts';
import { type BlobShelf, createBlobShelf, type TestProblem, taskOf } from '#testing/test-workshop.ts';

export const TEST_TOKEN = 'a-token-for-tests-only';

/** Server's side of the queue in memory, with the failures that happen to a real one. */
export interface FakeWeb extends AsyncDisposable {
  readonly url: string;
  readonly shelf: BlobShelf;
  /** Lease of which judges are told when they register. */
  leaseMs: number;
  /** Lease that answers with work tell from now on; undefined stands for a web that does not. */
  toldLeaseMs: number | undefined;
  /** False stands for a web that does not know wishes for the next work. */
  knowsWishes: boolean;
  /** Puts a solution into the queue; returns its id. */
  enqueue(
    problem: TestProblem,
    language: string,
    source: string,
    more?: Pick<JudgeTask, 'isStoredLater'>,
  ): number;
  /** Holds results from now on, before they take effect, until they are let go. */
  holdResults(): { letGo(): void };
  /** Tells judges that solutions of a problem come soon. */
  announceSoon(problem: TestProblem): void;
  /** Hashes of the blobs that judges fetched, in order. */
  readonly fetched: readonly string[];
  /** Calls that arrived, in order. */
  readonly calls: readonly Call[];
  /** Final results by solution. */
  readonly stored: ReadonlyMap<number, JudgeResult>;
  /** Resolves when a call that satisfies `fits` has arrived, now or earlier. */
  arrival(fits: (call: Call) => boolean): Promise<Call>;
  result(solutionId: number): Promise<JudgeResult>;
  /** Resolves when judges have fetched this many blobs. */
  fetches(number: number): Promise<void>;
  /** Breaks the connection at the next call of this name, after the call took effect. */
  loseNextAnswer(name: string): void;
  /** Answers the next call of this name with this status and code. */
  refuseNext(name: string, status: number, code: string): void;
  /** Revokes the task of a solution, as a rejudge or a deletion does. */
  revoke(solutionId: number): void;
  /** Forgets the registered judges, as a new database would. */
  forgetJudges(): void;
  /** Breaks all connections and is away until `comeBack`. */
  goAway(): void;
  comeBack(): void;
}

export interface Call {
  name: string;
  body: Record<string, unknown>;
  atMs: number;
}

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

const SCHEMAS = {
  hello: JudgeHello,
  claim: ClaimRequest,
  progress: ProgressReport,
  result: ResultCall,
  release: ReleaseRequest,
} as const;

/** Calls without a message. */
type Reading = 'blobs' | 'needed-soon';
const isReading = (name: string): name is Reading => name === 'blobs' || name === 'needed-soon';

/** Starts the fake server on a free port; call `goAway` first for a judge that starts without a server. */
export async function startFakeWeb(): Promise<FakeWeb> {
  const shelf = createBlobShelf();
  const queue: JudgeTask[] = [];
  const leased = new Map<number, JudgeTask>();
  const stored = new Map<number, JudgeResult>();
  const calls: Call[] = [];
  const fetched: string[] = [];
  let neededSoon: NeededSoon['files'] = [];
  const watchers = new Set<() => void>();
  const lost = new Set<string>();
  const refusals = new Map<string, Refusal>();
  let judges = new Set<number>();
  let lastId = 0;
  let leaseMs = 30_000;
  let toldLeaseMs: number | undefined;
  let knowsWishes = true;
  let storing = Promise.resolve();

  const changed = () => {
    for (const watcher of [...watchers]) watcher();
  };
  const someChange = () =>
    new Promise<void>((resolve) => {
      const watcher = () => {
        watchers.delete(watcher);
        resolve();
      };
      watchers.add(watcher);
    });
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  const holds = (held: HeldWork): held is Extract<HeldWork, { solutionId: number }> =>
    'solutionId' in held && leased.get(held.solutionId)?.fence === held.fence;
  const leaseNext = (): ClaimedWork | null => {
    const waiting = queue.shift();
    if (!waiting) return null;
    const task = { ...waiting, fence: nextId(), attempt: waiting.attempt + 1 };
    leased.set(task.solutionId, task);
    return { kind: 'solution', task };
  };
  /** Returns work to the queue whose answer did not arrive, as the real web does after a hang-up. */
  const takeBack = (reply: unknown) => {
    const { data } = ClaimReply.safeParse(reply);
    if (data?.work?.kind !== 'solution') return;
    leased.delete(data.work.task.solutionId);
    queue.unshift(data.work.task);
  };
  const known = ({ judgeId }: { judgeId: number }) => {
    if (!judges.has(judgeId)) throw new Refusal(404, 'JUDGE_UNKNOWN');
  };

  const handlers = {
    hello: async () => {
      const judgeId = nextId();
      judges.add(judgeId);
      return { judgeId, leaseMs, progressEveryMs: 50, drained: [] };
    },
    claim: async (request: ClaimRequest, isGone: () => boolean) => {
      known(request);
      const untilMs = performance.now() + request.waitMs;
      while (queue.length === 0 && !isGone() && performance.now() < untilMs) {
        await Promise.race([someChange(), new Promise((resolve) => setTimeout(resolve, 100))]);
      }
      return { work: isGone() ? null : leaseNext(), leaseMs: toldLeaseMs };
    },
    progress: async (report: ProgressReport) => {
      known(report);
      return { keep: holds(report) };
    },
    result: async ({ next, ...result }: ResultCall) => {
      known(result);
      await storing;
      const isStored = holds(result);
      if (isStored) {
        leased.delete(result.solutionId);
        stored.set(result.solutionId, result);
      }
      return {
        stored: isStored,
        ...(knowsWishes && next ? { work: leaseNext(), leaseMs: toldLeaseMs } : {}),
      };
    },
    release: async (request: ReleaseRequest) => {
      known(request);
      if (holds(request)) leased.delete(request.solutionId);
      return { result: true };
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== `Bearer ${TEST_TOKEN}`) throw new Refusal(401, 'UNAUTHENTICATED');
    const name = request.url?.split('/')[3] as keyof typeof SCHEMAS | Reading;
    const told = isReading(name) ? null : SCHEMAS[name].parse(await json(request));
    if (told && 'takes' in told && told.takes.includes('import')) return waitForNothing(response);
    const refused = refusals.get(name);
    refusals.delete(name);
    if (refused) throw refused;
    if (name === 'needed-soon') return send(response, 200, { files: neededSoon });
    if (name === 'blobs') {
      fetched.push(await sendBlob(request, response, shelf, lost.delete(name)));
      return changed();
    }
    const body = told as Record<string, unknown>;
    calls.push({ name, body, atMs: performance.now() });
    changed();
    const handle = handlers[name] as (body: unknown, isGone: () => boolean) => Promise<unknown>;
    const reply = await handle(body, () => response.destroyed);
    if (lost.delete(name)) {
      takeBack(reply);
      request.socket.destroy();
    } else send(response, 200, reply);
    changed();
  }

  const server: Server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const status = error instanceof Refusal ? error.status : 500;
      const message = String((error as Error).message);
      send(response, status, {
        error: { code: message, message, description: message, httpCode: status, restParams: {} },
      });
    });
  });
  let isAway = false;
  // Keeps its port meanwhile: a server of another test could be given it.
  server.prependListener('connection', (socket: Socket) => {
    if (isAway) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  async function until<Value>(look: () => Value | undefined): Promise<Value> {
    for (;;) {
      const value = look();
      if (value !== undefined) return value;
      await someChange();
    }
  }

  return {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    shelf,
    get leaseMs() {
      return leaseMs;
    },
    set leaseMs(ms) {
      leaseMs = ms;
    },
    get toldLeaseMs() {
      return toldLeaseMs;
    },
    set toldLeaseMs(ms) {
      toldLeaseMs = ms;
    },
    get knowsWishes() {
      return knowsWishes;
    },
    set knowsWishes(knows) {
      knowsWishes = knows;
    },
    enqueue(problem, language, source, more = {}) {
      const solutionId = nextId();
      queue.push({ ...taskOf(shelf, problem, language, source), ...more, solutionId, attempt: 0 });
      changed();
      return solutionId;
    },
    holdResults() {
      const { promise, resolve } = Promise.withResolvers<void>();
      storing = promise;
      return { letGo: resolve };
    },
    announceSoon(problem) {
      neededSoon = taskOf(shelf, problem, 'python3', '').tests.flatMap((test) => [
        { sha256: test.inputSha256, bytes: test.inputBytes },
        { sha256: test.answerSha256, bytes: test.answerBytes },
      ]);
    },
    fetched,
    calls,
    stored,
    arrival: (fits) => until(() => calls.find(fits)),
    result: (solutionId) => until(() => stored.get(solutionId)),
    async fetches(number) {
      await until(() => fetched[number - 1]);
    },
    loseNextAnswer: (name) => lost.add(name),
    refuseNext: (name, status, code) => refusals.set(name, new Refusal(status, code)),
    revoke: (solutionId) => leased.delete(solutionId),
    forgetJudges() {
      judges = new Set();
    },
    goAway() {
      isAway = true;
      server.closeAllConnections();
    },
    comeBack() {
      isAway = false;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Holds the claim until the judge disconnects, since there are no packages here. */
async function waitForNothing(response: ServerResponse): Promise<void> {
  await once(response, 'close');
}

async function sendBlob(
  request: IncomingMessage,
  response: ServerResponse,
  shelf: BlobShelf,
  breaks: boolean,
): Promise<string> {
  const sha256 = request.url?.split('/').at(-1) ?? '';
  const chunks = await shelf.source(sha256, new AbortController().signal, 0).catch(() => {
    throw new Refusal(404, 'BLOB_NOT_FOUND');
  });
  for await (const chunk of chunks) {
    response.writeHead(200, { 'content-length': chunk.length });
    if (!breaks) response.end(chunk);
    else response.write(chunk.subarray(0, chunk.length / 2), () => request.socket.destroy());
  }
  return sha256;
}
