import type { JobRequest, WantedProblem } from '@balloon/contracts/outside/relay-jobs.ts';
import { OutsideError } from '#failures.ts';
import type { ListedProblem } from '#outside-system.ts';
import { noPolygonKey, openPolygonAs } from '#polygon/polygon-access.ts';
import { sha256Of } from '#relay/jobs/content-hash.ts';
import type { JobWork } from '#relay/jobs/job-work.ts';
import { tellListed } from '#relay/jobs/list-problems.ts';
import { eachWanted, tellFound } from '#relay/jobs/read-wanted.ts';
import { storeContents } from '#relay/jobs/statement-files.ts';

type Request = Extract<JobRequest, { kind: 'polygon' }>;

/**
 * Fetches the newest packages of problems or of a contest of Polygon, and hands them to the web, which imports them. A
 * problem whose newest revision is here already is left alone.
 *
 * @throws {OutsideError} `signedOut` where no account can be used
 */
export async function pullPackages(work: JobWork): Promise<void> {
  const { request, isListed, account } = work.job;
  if (request.kind !== 'polygon') return;
  // Nothing is wrong with any of the problems, which would fail one by one.
  if (account === null) throw noPolygonKey();
  if (!isListed) await tellListed(work, await listWanted(work, request), null);
  await eachWanted(work, (wanted) => pullOne(work, wanted));
}

async function listWanted(work: JobWork, { problemIds, contestId, pin }: Request): Promise<ListedProblem[]> {
  const named = problemIds.map((problemId) => ({ foreignId: `${problemId}`, title: `${problemId}` }));
  if (contestId === null) return named;
  work.show(`the problems of contest ${contestId}`);
  const problems = await work.read((session) => openPolygonAs(session, pin).listContestProblems(contestId));
  const listed = problems.map(({ problemId, name, index }) => ({
    foreignId: `${problemId}`,
    title: index === null ? name : `${index}. ${name}`,
  }));
  return [...named, ...listed];
}

async function pullOne(work: JobWork, wanted: WantedProblem): Promise<void> {
  const { foreignId, title } = wanted;
  const problemId = Number(foreignId);
  const chosen = await work.read((session) => openPolygonAs(session).findNewestPackage(problemId));
  if (!chosen)
    throw new OutsideError(
      'refused',
      'No package of it is ready: build one in Polygon, for Linux if possible',
    );
  const { revision } = chosen;
  if (wanted.revision !== null && revision <= wanted.revision)
    return tellFound(work, wanted, { outcome: 'same' });
  // Whoever waits for the answer to a single problem learns at once that there is a package.
  await work.note({ memo: `${foreignId}:${revision}` });
  work.show(`${title}: revision ${revision}`);
  const archive = await work.read((session) => openPolygonAs(session).readPackage(problemId, chosen));
  const sha256 = sha256Of(archive);
  await storeContents(work, new Map([[sha256, archive]]));
  const fileName = `polygon-${foreignId}-revision-${revision}.zip`;
  const found = { foreignId, fileName, sha256, sizeBytes: archive.byteLength };
  await work.tell((api, lease, signal) => api.jobPackage({ ...lease, ...found }, signal));
}
