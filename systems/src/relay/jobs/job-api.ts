import { MissingBlobsReply } from '@balloon/contracts/judging/package-import.ts';
import type { RelayClaim } from '@balloon/contracts/outside/relay.ts';
import {
  JobClaimReply,
  type JobEnd,
  type JobLanguages,
  type JobLease,
  type JobListed,
  type JobMissingBlobs,
  type JobPackage,
  type JobProblem,
  type JobProgress,
  JobReply,
  type JobWanted,
  JobWantedReply,
  type RelayJob,
} from '@balloon/contracts/outside/relay-jobs.ts';
import { ANSWER_WITHIN_MS, type WebCalls } from '@balloon/worker/web-calls.ts';
import type { z } from 'zod';

/** Lease of a job. */
export type HeldJobLease = z.infer<typeof JobLease>;

/** Calls about jobs, see contracts/src/outside/relay-jobs.ts; a boolean tells whether the lease is still held. */
export interface JobApi {
  claimJob(request: RelayClaim, signal: AbortSignal): Promise<RelayJob | null>;
  jobListed(listed: JobListed, signal: AbortSignal): Promise<boolean>;
  jobWanted(wanted: JobWanted, signal: AbortSignal): Promise<JobWantedReply>;
  jobProblem(problem: JobProblem, signal: AbortSignal): Promise<boolean>;
  jobPackage(found: JobPackage, signal: AbortSignal): Promise<boolean>;
  jobLanguages(languages: JobLanguages, signal: AbortSignal): Promise<boolean>;
  jobProgress(progress: JobProgress, signal: AbortSignal): Promise<boolean>;
  jobEnd(end: JobEnd, signal: AbortSignal): Promise<boolean>;
  /** @returns hashes of contents that the web does not have yet */
  jobMissingBlobs(request: z.infer<typeof JobMissingBlobs>, signal: AbortSignal): Promise<string[]>;
  uploadJobBlob(lease: HeldJobLease, sha256: string, content: Uint8Array, signal: AbortSignal): Promise<void>;
  downloadJobBlob(lease: HeldJobLease, sha256: string, signal: AbortSignal): Promise<Uint8Array>;
}

/** Time in ms within which a content must have arrived. */
const TRANSFER_WITHIN_MS = 600_000;

/** Creates the calls. */
export function createJobApi({ call, request }: WebCalls): JobApi {
  const told = (name: string) => async (body: unknown, signal: AbortSignal) =>
    (await call(`job/${name}`, body, JobReply, signal)).goOn;
  return {
    claimJob: async (request, signal) =>
      (await call('claim-job', request, JobClaimReply, signal, ANSWER_WITHIN_MS + request.waitMs)).job,
    jobListed: told('listed'),
    jobWanted: (wanted, signal) => call('job/wanted', wanted, JobWantedReply, signal),
    jobProblem: told('problem'),
    jobPackage: told('package'),
    jobLanguages: told('languages'),
    jobProgress: told('progress'),
    jobEnd: told('end'),
    jobMissingBlobs: async (request, signal) =>
      (await call('job/missing-blobs', request, MissingBlobsReply, signal)).missing,
    async uploadJobBlob(lease, sha256, content, signal) {
      const headers = { 'content-type': 'application/octet-stream' };
      const sent = {
        method: 'PUT',
        headers,
        body: content,
        signal,
        withinMs: TRANSFER_WITHIN_MS,
      } as const;
      await request(blobPath(lease, sha256), sent, (response) => response.text());
    },
    downloadJobBlob(lease, sha256, signal) {
      const asked = { method: 'GET', signal, withinMs: TRANSFER_WITHIN_MS } as const;
      return request(blobPath(lease, sha256), asked, (response) => response.bytes());
    },
  };
}

const blobPath = ({ relayId, jobId, fence }: HeldJobLease, sha256: string) =>
  `job/blobs/${sha256}?relayId=${relayId}&jobId=${jobId}&fence=${fence}`;
