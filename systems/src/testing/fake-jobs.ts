import { createHash } from 'node:crypto';
import type { OutsideFailure } from '@balloon/contracts/outside/relay.ts';
import {
  JobEnd,
  JobLanguages,
  type JobLease,
  JobListed,
  JobMissingBlobs,
  JobPackage,
  JobProblem,
  JobProgress,
  type JobRequest,
  type JobStep,
  JobWanted,
  type ReadLanguage,
  type ReadProblem,
  RelayJob,
  type WantedProblem,
} from '@balloon/contracts/outside/relay-jobs.ts';
import type { z } from 'zod';

/*
 * Jobs of a web in memory: leases, lines and problems as the real one keeps them (contracts/src/outside/relay-jobs.ts). What it
 * is told must fit the contract.
 */

export interface FakeLine {
  title: string;
  outcome: 'wanted' | 'known' | 'new' | 'changed' | 'same' | 'failed';
  message: string | null;
}

export interface FakeJob {
  id: number;
  request: JobRequest;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  cursor: string | null;
  isListed: boolean;
  memo: string | null;
  notBeforeMs: number;
  fence: number | null;
  lines: Map<string, FakeLine>;
  steps: Map<string, JobStep>;
  /** What was shown, in its order. */
  shown: string[];
  /** Failures that ended it or let it wait. */
  failures: OutsideFailure[];
  packages: z.infer<typeof JobPackage>[];
}

export interface FakeJobs {
  jobs: FakeJob[];
  /** Problems as they were read last. */
  problems: Map<string, ReadProblem>;
  /** Number of times that a problem was told anew. */
  versions: Map<string, number>;
  /** Newest revisions of problems of Polygon. */
  revisions: Map<string, number>;
  languages: ReadLanguage[][];
  /** Contents by hash, and how often each was sent. */
  blobs: Map<string, Buffer>;
  uploads: string[];
  add(request: JobRequest): FakeJob;
  /** Ends all leases. */
  expire(): void;
  /** Takes a waiting job; null: there is none. */
  claim(): RelayJob | null;
  /** Answers a call; undefined: it is none about jobs. */
  answer(name: string, body: unknown): unknown;
  upload(sha256: string, content: Buffer): void;
}

type Lease = z.infer<typeof JobLease>;

const WAITS_MS = 15_000;

/** Opens the jobs. @param target server and account of each job */
export function createFakeJobs(
  target: (request: JobRequest) => Pick<RelayJob, 'server' | 'account'>,
  nowMs: () => number,
): FakeJobs {
  const jobs: FakeJob[] = [];
  const problems = new Map<string, ReadProblem>();
  const versions = new Map<string, number>();
  const revisions = new Map<string, number>();
  const languages: ReadLanguage[][] = [];
  const blobs = new Map<string, Buffer>();
  const uploads: string[] = [];
  let lastFence = 0;

  const held = ({ jobId, fence }: Lease) =>
    jobs.find((job) => job.id === jobId && job.fence === fence && job.state === 'running');

  function claim(): RelayJob | null {
    if (jobs.some(({ state }) => state === 'running')) return null;
    const job = jobs.find(({ state, notBeforeMs }) => state === 'waiting' && notBeforeMs <= nowMs());
    if (!job) return null;
    lastFence += 1;
    Object.assign(job, { state: 'running', fence: lastFence });
    const { request, cursor, isListed, memo } = job;
    return RelayJob.parse({
      ...{ jobId: job.id, fence: lastFence, ...target(request) },
      ...{ request, cursor, isListed, memo },
    });
  }

  /** Whether a listed problem is to be read. */
  function isWanted({ request }: FakeJob, foreignId: string): boolean {
    if (request.kind !== 'scan') return true;
    return problems.has(foreignId) ? request.update : request.insert;
  }

  function wantedOf(foreignId: string, title: string): WantedProblem {
    const earlier = problems.get(foreignId);
    return {
      ...{ foreignId, title, revision: revisions.get(foreignId) ?? null },
      contentSha256: earlier?.contentSha256 ?? null,
      validators: earlier?.validators ?? null,
    };
  }

  function take(job: FakeJob, { foreignId, found }: z.infer<typeof JobProblem>): void {
    const line = job.lines.get(foreignId);
    if (!line) throw new Error(`${foreignId} was never listed`);
    // Told again by a relay that did not hear the answer.
    if (line.outcome !== 'wanted') return;
    if (found.outcome !== 'read') {
      line.outcome = found.outcome;
      if (found.outcome === 'failed') line.message = found.failure.message;
      return;
    }
    const { problem } = found;
    const earlier = problems.get(foreignId);
    if (earlier?.contentSha256 === problem.contentSha256) {
      line.outcome = 'same';
      problems.set(foreignId, { ...earlier, languages: problem.languages, validators: problem.validators });
      return;
    }
    const files = [...problem.statements.flatMap(({ files }) => files), problem.pdf].filter((file) => !!file);
    for (const { sha256, bytes } of files)
      if (blobs.get(sha256)?.byteLength !== bytes) throw new Error(`${sha256} was not stored before`);
    line.outcome = earlier ? 'changed' : 'new';
    problems.set(foreignId, problem);
    versions.set(foreignId, (versions.get(foreignId) ?? 0) + 1);
  }

  function end(job: FakeJob, failure: OutsideFailure | null): void {
    if (failure) job.failures.push(failure);
    const waits = failure?.kind === 'down' || failure?.kind === 'rate';
    const state = failure ? (waits ? 'waiting' : 'failed') : 'done';
    const notBeforeMs = waits ? nowMs() + Math.max(WAITS_MS, failure?.retryAfterMs ?? 0) : 0;
    Object.assign(job, { state, notBeforeMs, fence: null });
  }

  /** Makes a call that says whether to go on. */
  const told =
    <Body extends Lease>(schema: z.ZodType<Body>, work: (job: FakeJob, body: Body) => void) =>
    (body: unknown) => {
      const parsed = schema.parse(body);
      const job = held(parsed);
      if (job) work(job, parsed);
      return { goOn: job !== undefined };
    };

  const calls: Record<string, (body: unknown) => unknown> = {
    'job/listed': told(JobListed, (job, { problems: listed, nextCursor }) => {
      for (const { foreignId, title } of listed) {
        const outcome = isWanted(job, foreignId) ? 'wanted' : 'known';
        if (!job.lines.has(foreignId)) job.lines.set(foreignId, { title, outcome, message: null });
      }
      Object.assign(job, { cursor: nextCursor, isListed: nextCursor === null });
    }),
    'job/problem': told(JobProblem, take),
    'job/package': told(JobPackage, (job, found) => {
      if (blobs.get(found.sha256)?.byteLength !== found.sizeBytes)
        throw new Error(`${found.sha256} was not stored before`);
      job.packages.push(found);
      const line = job.lines.get(found.foreignId);
      if (line) line.outcome = 'new';
    }),
    'job/languages': told(JobLanguages, (_job, told) => void languages.push(told.languages)),
    'job/progress': told(JobProgress, (job, { what, memo, step }) => {
      if (what !== undefined) job.shown.push(what);
      if (memo !== undefined) job.memo = memo;
      if (step) job.steps.set(step.step, step);
    }),
    'job/end': told(JobEnd, (job, { failure }) => end(job, failure)),
    'job/wanted'(body) {
      const { count, ...lease } = JobWanted.parse(body);
      const job = held(lease);
      const lines = [...(job?.lines ?? [])].filter(([, { outcome }]) => outcome === 'wanted');
      const wanted = lines.toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, count);
      return { goOn: job !== undefined, problems: wanted.map(([id, { title }]) => wantedOf(id, title)) };
    },
    'job/missing-blobs'(body) {
      return { missing: JobMissingBlobs.parse(body).blobs.filter((sha256) => !blobs.has(sha256)) };
    },
  };

  return {
    ...{ jobs, problems, versions, revisions, languages, blobs, uploads, claim },
    add(request) {
      const job: FakeJob = {
        ...{ id: jobs.length + 1, request, state: 'waiting', cursor: null, isListed: false, memo: null },
        ...{ notBeforeMs: 0, fence: null, lines: new Map(), steps: new Map() },
        ...{ shown: [], failures: [], packages: [] },
      };
      jobs.push(job);
      return job;
    },
    expire() {
      for (const job of jobs)
        if (job.state === 'running') Object.assign(job, { state: 'waiting', fence: null });
    },
    answer: (name, body) => calls[name]?.(body),
    upload(sha256, content) {
      if (createHash('sha256').update(content).digest('hex') !== sha256) throw new Error('Another content');
      uploads.push(sha256);
      blobs.set(sha256, content);
    },
  };
}
