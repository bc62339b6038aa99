import { createHash } from 'node:crypto';
import { RelayWelcome } from '@balloon/contracts/outside/relay.ts';
import {
  JobClaimReply,
  JobReply,
  JobWantedReply,
  type ReadProblem,
  type RelayJob,
} from '@balloon/contracts/outside/relay-jobs.ts';
import { TEST_RELAY_TOKEN, type TestServer } from '#testing/test-server.ts';

/** Calls as a relay, which reads nothing itself: a test says what it has found. */
export class TestRelay {
  readonly #server: TestServer;
  readonly #relayId: number;

  private constructor(server: TestServer, relayId: number) {
    this.#server = server;
    this.#relayId = relayId;
  }

  /** Registers a relay. */
  static async start(server: TestServer, name = 'hall'): Promise<TestRelay> {
    const { relayId } = (await send(server, 'hello', { name, version: '1' })).as(RelayWelcome);
    return new TestRelay(server, relayId);
  }

  call(path: string, body: object) {
    return send(this.#server, path, { relayId: this.#relayId, ...body });
  }

  /** Claims a job; null when none can be done now. */
  async claim(waitMs = 0): Promise<RelayJob | null> {
    return (await this.call('claim-job', { waitMs })).as(JobClaimReply).job;
  }

  async mustClaim(): Promise<RelayJob> {
    const job = await this.claim();
    if (!job) throw new Error('There was no job');
    return job;
  }

  /** Makes a call of a job. @returns whether the job goes on */
  async tell(job: RelayJob, name: string, body: object = {}): Promise<boolean> {
    return (await this.call(`job/${name}`, { ...leaseOf(job), ...body })).as(JobReply).goOn;
  }

  list(job: RelayJob, foreignIds: readonly string[], nextCursor: string | null = null): Promise<boolean> {
    const problems = foreignIds.map((foreignId) => ({ foreignId, title: `Problem ${foreignId}` }));
    return this.tell(job, 'listed', { problems, nextCursor });
  }

  async wanted(job: RelayJob, count = 100) {
    return (await this.call('job/wanted', { ...leaseOf(job), count })).as(JobWantedReply).problems;
  }

  read(job: RelayJob, foreignId: string, changes: Partial<ReadProblem> = {}): Promise<boolean> {
    const problem = readProblem(foreignId, changes);
    return this.tell(job, 'problem', { foreignId, found: { outcome: 'read', problem } });
  }

  end(job: RelayJob, failure: object | null = null): Promise<boolean> {
    return this.tell(job, 'end', { failure });
  }

  /** Stores a content. @returns its hash and status */
  async store(job: RelayJob, content: Uint8Array): Promise<{ sha256: string; status: number }> {
    const sha256 = hashOf(content);
    const query = new URLSearchParams({
      relayId: `${this.#relayId}`,
      jobId: `${job.jobId}`,
      fence: `${job.fence}`,
    });
    const { status } = await this.#server.given
      .anonymous()
      .send('PUT', `/api/relay/job/blobs/${sha256}?${query}`, {
        headers: { ...AUTHORIZED, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(content),
      });
    return { sha256, status };
  }

  /** Claims an import or a scan that lists these problems, reads them and ends it. */
  async carry(foreignIds: readonly string[], changes: Partial<ReadProblem> = {}): Promise<RelayJob> {
    const job = await this.mustClaim();
    await this.list(job, foreignIds);
    for (const { foreignId } of await this.wanted(job)) await this.read(job, foreignId, changes);
    await this.end(job);
    return job;
  }
}

const AUTHORIZED = { authorization: `Bearer ${TEST_RELAY_TOKEN}` };

function send(server: TestServer, path: string, body: object) {
  return server.given.anonymous().send('POST', `/api/relay/${path}`, {
    headers: { ...AUTHORIZED, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const leaseOf = ({ jobId, fence }: RelayJob) => ({ jobId, fence });
const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** A problem as a relay tells it; its hash follows from the statements unless one is given. */
export function readProblem(foreignId: string, changes: Partial<ReadProblem> = {}): ReadProblem {
  const statements = changes.statements ?? [
    statement('ru', `Задача ${foreignId}`, `<p>Сложите числа.</p>`),
    statement('en', `Problem ${foreignId}`, `<p>Add numbers.</p>`),
  ];
  return {
    ...{ foreignId, statements, pdf: null, timeLimitMs: 1000, memoryLimitKb: 65_536 },
    ...{ inputFile: null, outputFile: null, author: null, source: null, tags: ['Math'] },
    ...{ url: `https://judge.example.org/${foreignId}`, languages: null, validators: null },
    contentSha256: hashOf(JSON.stringify(statements)),
    ...changes,
  };
}

/** A statement with one sample. */
export const statement = (
  language: string,
  title: string,
  html: string,
): ReadProblem['statements'][number] => ({
  ...{ language, title, html, files: [] },
  samples: [{ input: '1 2', output: '3' }],
});
