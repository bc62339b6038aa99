import {
  ClaimReply,
  type JudgeHello,
  type JudgeResult,
  type JudgeTask,
  type JudgeTrialResult,
  JudgeWelcome,
  ProgressReply,
  ResultReply,
  type TrialTask,
} from '@balloon/contracts/judge.ts';
import { LANGUAGES } from '@balloon/domain/languages.ts';
import type { z } from 'zod';
import { TEST_JUDGE_TOKEN } from '#test-server.ts';

/** A judge that speaks the real protocol and decides as the test says. */
export class TestJudge {
  readonly #url: string;
  readonly name: string;
  judgeId = 0;

  constructor(url: string, name: string) {
    this.#url = url;
    this.name = name;
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
      languages: languages.map((key) => ({ key, version: versions[key] ?? `${key} 1.0` })),
    };
    const welcome = await this.call('hello', hello, JudgeWelcome);
    this.judgeId = welcome.judgeId;
    return welcome;
  }

  async claim(waitMs = 0, signal?: AbortSignal): Promise<JudgeTask | null> {
    const { task } = await this.call('claim', { judgeId: this.judgeId, waitMs }, ClaimReply, signal);
    return task;
  }

  /** Claims what is known to be there. */
  async mustClaim(waitMs = 0): Promise<JudgeTask> {
    const task = await this.claim(waitMs);
    if (!task) throw new Error(`${this.name} got no work`);
    return task;
  }

  async progress({ solutionId, fence }: JudgeTask, state: 'compiling' | 'testing', testNumber = 0) {
    const report = { judgeId: this.judgeId, solutionId, fence, state, testNumber };
    return (await this.call('progress', report, ProgressReply)).keep;
  }

  async result({ solutionId, fence }: JudgeTask, result: Partial<JudgeResult> = {}): Promise<boolean> {
    const { judgeId } = this;
    const complete = { ...ACCEPTED, judgeId, solutionId, fence, ...result };
    return (await this.call('result', complete, ResultReply)).stored;
  }

  async release({ solutionId, fence }: JudgeTask): Promise<void> {
    await this.send('release', { judgeId: this.judgeId, solutionId, fence });
  }

  /** Claims whatever comes, also trial runs. */
  claimAny(): Promise<ClaimReply> {
    return this.call('claim', { judgeId: this.judgeId, waitMs: 0, takesTrials: true }, ClaimReply);
  }

  /** Claims a trial run that is known to be there. */
  async mustClaimTrial(): Promise<TrialTask> {
    const { trial } = await this.claimAny();
    if (!trial) throw new Error(`${this.name} got no trial run`);
    return trial;
  }

  async trialProgress({ trialRunId, fence }: TrialTask, state: 'compiling' | 'testing', testNumber = 0) {
    const report = { judgeId: this.judgeId, trialRunId, fence, state, testNumber };
    return (await this.call('trial-runs/progress', report, ProgressReply)).keep;
  }

  async trialResult(
    { trialRunId, fence }: TrialTask,
    result: Partial<JudgeTrialResult> = {},
  ): Promise<boolean> {
    const { judgeId } = this;
    const complete = { ...TRIED, judgeId, trialRunId, fence, ...result };
    return (await this.call('trial-runs/result', complete, ResultReply)).stored;
  }

  async releaseTrial({ trialRunId, fence }: TrialTask): Promise<void> {
    await this.send('trial-runs/release', { judgeId: this.judgeId, trialRunId, fence });
  }

  blob(sha256: string): Promise<Response> {
    return fetch(`${this.#url}/api/judge/blobs/${sha256}`, { headers: AUTHORIZATION });
  }

  send(call: string, body: object, signal?: AbortSignal): Promise<Response> {
    return fetch(`${this.#url}/api/judge/${call}`, {
      method: 'POST',
      headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  }

  private async call<Schema extends z.ZodType>(
    call: string,
    body: object,
    schema: Schema,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>> {
    const reply = await this.send(call, body, signal);
    if (!reply.ok) throw new Error(`${call}: ${reply.status} ${await reply.text()}`);
    return schema.parse(await reply.json());
  }
}

const AUTHORIZATION = { authorization: `Bearer ${TEST_JUDGE_TOKEN}` };

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

/** A judge that has said hello. */
export async function startTestJudge(url: string, name = 'judge'): Promise<TestJudge> {
  const judge = new TestJudge(url, name);
  await judge.hello();
  return judge;
}
