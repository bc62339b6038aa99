import { errorText } from '@balloon/worker/log.ts';
import { pause } from '@balloon/worker/waiting.ts';
import { OutsideError } from '#failures.ts';
import { sha256Of } from '#relay/jobs/content-hash.ts';
import type { JobWork } from '#relay/jobs/job-work.ts';
import { listAndRead } from '#relay/jobs/scan.ts';
import { recognise } from '#relay/tell-failure.ts';
import {
  ARCHIVE_IMPORT_WITHIN_MS,
  readArchiveImport,
  setAttempts,
  startArchiveImport,
} from '#yandex/import-archive.ts';

/*
 * Theory of operation. Yandex.Contest makes a contest of an archive, and a second upload would make a second one. So the
 * memo of the job says how far it came: nothing, `sending` (from before the upload until its answer), `request N` (the
 * upload was taken), `contest N`. A relay that goes on with `sending` does not know whether the upload was taken, and
 * leaves that to a human.
 */

const SENDING = 'sending';
/** Solutions that the account may send to each problem of the new contest: all participants share it. */
const ATTEMPTS = 10_000;

/** Hands an archive of Polygon to Yandex.Contest, waits for the contest that comes of it, and reads its problems. */
export async function handOverArchive(work: JobWork): Promise<void> {
  const { memo } = work.job;
  if (memo === SENDING) throw unknownOutcome('an earlier relay was ended while it sent the archive');
  const contestId = numberIn(memo, 'contest') ?? (await makeContest(work, numberIn(memo, 'request')));
  await listAndRead(work, contestId);
}

const numberIn = (memo: string | null, word: 'request' | 'contest'): string | null =>
  memo?.startsWith(`${word} `) ? memo.slice(word.length + 1) : null;

async function makeContest(work: JobWork, knownRequest: string | null): Promise<string> {
  const requestId = knownRequest ?? (await upload(work));
  const contestId = await awaitContest(work, requestId);
  await allowAttempts(work, contestId);
  await work.note({ memo: `contest ${contestId}` });
  return contestId;
}

/** Uploads the archive once. @returns number of the request */
async function upload(work: JobWork): Promise<string> {
  const { request } = work.job;
  if (request.kind !== 'archive') throw new OutsideError('refused', 'There is no archive');
  const { sha256, fileName: name } = request;
  work.show(name);
  const content = await work.ask((api, lease, signal) => api.downloadJobBlob(lease, sha256, signal));
  if (sha256Of(content) !== sha256) throw new OutsideError('down', 'The archive did not arrive whole');
  await work.note({ memo: SENDING });
  const requestId = await work
    .turn((session) => startArchiveImport(session, { name, content }))
    .catch(async (error: unknown) => {
      work.signal.throwIfAborted();
      if (!(error instanceof OutsideError)) throw unknownOutcome(work.desk.redact(errorText(error)));
      await work.note({ memo: '' });
      throw error;
    });
  await work.note({ memo: `request ${requestId}` });
  return requestId;
}

const unknownOutcome = (reason: string) =>
  new OutsideError(
    'refused',
    `Nobody knows whether Yandex.Contest has the archive (${reason}). Look at the list of contests there: if the new one is in it, scan that contest by its number; if not, send the archive again`,
  );

async function awaitContest(
  { duties, job, read, show, signal }: JobWork,
  requestId: string,
): Promise<string> {
  const untilMs = duties.nowMs() + ARCHIVE_IMPORT_WITHIN_MS;
  for (;;) {
    const { state, contestId, log } = await read((session) => readArchiveImport(session, requestId));
    const words = log.at(-1) ?? '';
    show(`request ${requestId}: ${words}`);
    if (state === 'failed') throw new OutsideError('refused', `Yandex.Contest refuses the archive: ${words}`);
    if (contestId !== null) return contestId;
    if (duties.nowMs() > untilMs)
      throw new OutsideError('refused', `Request ${requestId} of ${job.server.url} does not come to an end`);
    await pause(duties.pauses.lookEveryMs, signal);
  }
}

/** Lets the account send as often as participants do. Without that the contest can be used, too. */
async function allowAttempts({ duties, desk, turn, signal }: JobWork, contestId: string): Promise<void> {
  try {
    await turn((session) => setAttempts(session, contestId, ATTEMPTS));
  } catch (error) {
    signal.throwIfAborted();
    const { kind, message } = recognise(error);
    if (kind === 'down' || kind === 'rate') throw error;
    duties.log.warn(`Contest ${contestId} keeps its number of attempts: ${desk.redact(message)}`);
  }
}
