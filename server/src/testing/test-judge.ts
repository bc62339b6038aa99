import type { CompareTask, JudgeCompareResult } from '@balloon/contracts/judging/comparing.ts';
import {
  type JudgeHello,
  type JudgeRejudgeResult,
  type JudgeResult,
  type JudgeTask,
  type JudgeTrialResult,
  JudgeWelcome,
  NeededSoon,
  type RejudgeTask,
  type TrialTask,
} from '@balloon/contracts/judging/judge.ts';
import {
  type ClaimedWork,
  ClaimReply,
  ProgressReply,
  ResultReply,
  type Stall,
  type WorkKind,
} from '@balloon/contracts/judging/leases.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import type { z } from 'zod';
import { plainCall } from '#testing/plain-call.ts';
import { TEST_JUDGE_TOKEN } from '#testing/test-server.ts';

/** Time in ms within which work that is there comes: of many that are judged again each comes after a pause. */
const AFTER_PAUSES_MS = 30_000;

/** Headers with which a judge sends messages: it takes their answers unpacked, and packing them would be measured in `bench`. */
const MESSAGE_HEADERS = { 'content-type': 'application/json', 'accept-encoding': 'identity' };

/** Judge that uses the real protocol and sends the results that a test chooses. */
export class TestJudge {
  readonly #url: string;
  readonly #authorization: { authorization: string };
  readonly name: string;
  readonly token: string;
  judgeId = 0;

  constructor(url: string, name: string, token = TEST_JUDGE_TOKEN) {
    this.#url = url;
    this.#authorization = { authorization: `Bearer ${token}` };
    this.name = name;
    this.token = token;
  }

  /** @param versions where they differ from those of other test judges */
  async hello(
    languages: readonly string[] = Object.keys(LANGUAGES),
    versions: Readonly<Record<string, string>> = {},
  ): Promise<JudgeWelcome> {
    const hello: JudgeHello = {
      name: this.name,
      slots: 1,
      mode: 'full',
      warnings: [],
      compares: true,
      languages: languages.map((key) => ({ key, version: versions[key] ?? `${key} 1.0` })),
    };
    const welcome = await this.#call('hello', hello, JudgeWelcome);
    this.judgeId = welcome.judgeId;
    return welcome;
  }

  async claim(waitMs = 0, signal?: AbortSignal): Promise<JudgeTask | null> {
    const work = await this.claimAny(['solution'], waitMs, signal);
    return work?.kind === 'solution' ? work.task : null;
  }

  /** Claims what is known to be there. */
  async mustClaim(waitMs = AFTER_PAUSES_MS): Promise<JudgeTask> {
    const task = await this.claim(waitMs);
    if (!task) throw new Error(`${this.name} got no work`);
    return task;
  }

  async progress({ solutionId, fence }: JudgeTask, state: 'compiling' | 'testing', testNumber = 0) {
    const report = { judgeId: this.judgeId, solutionId, fence, state, testNumber };
    return (await this.#call('progress', report, ProgressReply)).keep;
  }

  async result({ solutionId, fence }: JudgeTask, result: Partial<JudgeResult> = {}): Promise<boolean> {
    const { judgeId } = this;
    const complete = { ...ACCEPTED, judgeId, solutionId, fence, ...result };
    return (await this.#call('result', complete, ResultReply)).stored;
  }

  /** Delivers an accepted verdict with a wish for the next work; returns the whole answer. */
  async resultAndNext(
    { solutionId, fence }: JudgeTask,
    takes: readonly WorkKind[] = ['solution', 'trial'],
  ): Promise<ResultReply> {
    const { judgeId } = this;
    const complete = { ...ACCEPTED, judgeId, solutionId, fence, next: { takes } };
    return await this.#call('result', complete, ResultReply);
  }

  async release({ solutionId, fence }: JudgeTask): Promise<void> {
    await this.send('release', { judgeId: this.judgeId, solutionId, fence });
  }

  /** Reports, as its successor would, that it stopped answering while it worked on this. */
  async stalled({ solutionId, fence }: JudgeTask, stall: Stall): Promise<void> {
    await this.send('release', { judgeId: this.judgeId, solutionId, fence, stall });
  }

  /** Claims whatever comes of these kinds. */
  async claimAny(
    takes: readonly WorkKind[] = ['solution', 'trial'],
    waitMs = 0,
    signal?: AbortSignal,
  ): Promise<ClaimedWork | null> {
    const claim = { judgeId: this.judgeId, waitMs, takes };
    return (await this.#call('claim', claim, ClaimReply, signal)).work;
  }

  /** Claims whatever comes first of these kinds, which is known to be there. */
  async mustClaimAny(takes: readonly WorkKind[]): Promise<ClaimedWork> {
    const work = await this.claimAny(takes, AFTER_PAUSES_MS);
    if (!work) throw new Error(`${this.name} got no work`);
    return work;
  }

  /** Claims a trial run that is known to be there. */
  async mustClaimTrial(): Promise<TrialTask> {
    const work = await this.mustClaimAny(['solution', 'trial']);
    if (work.kind !== 'trial') throw new Error(`${this.name} got no trial run`);
    return work.task;
  }

  async trialProgress({ trialRunId, fence }: TrialTask, state: 'compiling' | 'testing', testNumber = 0) {
    const report = { judgeId: this.judgeId, trialRunId, fence, state, testNumber };
    return (await this.#call('progress', report, ProgressReply)).keep;
  }

  async trialResult(
    { trialRunId, fence }: TrialTask,
    result: Partial<JudgeTrialResult> = {},
  ): Promise<boolean> {
    const { judgeId } = this;
    const complete = { ...TRIED, judgeId, trialRunId, fence, ...result };
    return (await this.#call('trial-runs/result', complete, ResultReply)).stored;
  }

  /** Claims a judging beside a verdict that is known to be there. */
  async mustClaimRejudging(): Promise<RejudgeTask> {
    const work = await this.mustClaimAny(['rejudge']);
    if (work.kind !== 'rejudge') throw new Error(`${this.name} got no rejudging`);
    return work.task;
  }

  async rejudgeResult(
    { rejudgingRunId, fence }: RejudgeTask,
    result: Partial<JudgeRejudgeResult> = {},
  ): Promise<boolean> {
    const { judgeId } = this;
    const complete = { ...ACCEPTED, judgeId, rejudgingRunId, fence, ...result };
    return (await this.#call('rejudgings/result', complete, ResultReply)).stored;
  }

  /** Claims a part of a comparison that is known to be there. */
  async mustClaimPart(): Promise<CompareTask> {
    const work = await this.mustClaimAny(['compare']);
    if (work.kind !== 'compare') throw new Error(`${this.name} got no part of a comparison`);
    return work.task;
  }

  async compareResult(
    { similarityPartId, fence }: Pick<CompareTask, 'similarityPartId' | 'fence'>,
    found: JudgeCompareResult['found'],
  ): Promise<boolean> {
    const { judgeId } = this;
    const result = { judgeId, similarityPartId, fence, found };
    return (await this.#call('comparisons/result', result, ResultReply)).stored;
  }

  async releaseTrial({ trialRunId, fence }: TrialTask, stall?: Stall): Promise<void> {
    await this.send('release', { judgeId: this.judgeId, trialRunId, fence, stall });
  }

  blob(sha256: string): Promise<Response> {
    return fetch(`${this.#url}/api/judge/blobs/${sha256}`, { headers: this.#authorization });
  }

  async neededSoon(): Promise<NeededSoon['files']> {
    const reply = await fetch(`${this.#url}/api/judge/needed-soon`, { headers: this.#authorization });
    return NeededSoon.parse(await reply.json()).files;
  }

  send(call: string, body: object, signal?: AbortSignal): Promise<Response> {
    return fetch(...this.#asked(call, body, signal));
  }

  #asked(call: string, body: object, signal?: AbortSignal): Parameters<typeof plainCall> {
    const headers = new Headers({ ...this.#authorization, ...MESSAGE_HEADERS });
    const init = { method: 'POST', headers, body: JSON.stringify(body), ...(signal ? { signal } : {}) };
    return [`${this.#url}/api/judge/${call}`, init];
  }

  async #call<Schema extends z.ZodType>(
    call: string,
    body: object,
    schema: Schema,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>> {
    const { status, text } = await plainCall(...this.#asked(call, body, signal));
    if (status >= 400) throw new Error(`${call}: ${status} ${text}`);
    return schema.parse(JSON.parse(text));
  }
}

const ACCEPTED: Omit<JudgeResult, 'judgeId' | 'solutionId' | 'fence'> = {
  verdict: 'accepted',
  testNumber: 0,
  timeMs: 12,
  memoryKb: 3456,
  compilationError: null,
  detail: null,
  judgedBy: { compiler: 'test 1.0', mode: 'full' },
  score: null,
  tests: [],
};

const TRIED: Omit<JudgeTrialResult, 'judgeId' | 'trialRunId' | 'fence'> = {
  end: 'done',
  compilationError: null,
  detail: null,
  judgedBy: { compiler: 'test 1.0', mode: 'full' },
  tests: [],
};

/** Starts a judge and registers it. */
export async function startTestJudge(url: string, name = 'judge'): Promise<TestJudge> {
  const judge = new TestJudge(url, name);
  await judge.hello();
  return judge;
}
