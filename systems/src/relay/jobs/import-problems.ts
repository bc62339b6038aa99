import { type JobWork, systemOf } from '#relay/jobs/job-work.ts';
import { tellListed } from '#relay/jobs/list-problems.ts';
import { readWanted } from '#relay/jobs/read-wanted.ts';

/** Reads some problems, which identifiers or addresses name. What names none fails as a problem of its own. */
export async function importProblems(work: JobWork): Promise<void> {
  const { request, isListed } = work.job;
  const named = request.kind === 'import' ? request.foreignIds : [];
  const system = systemOf(work);
  const problems = named.map((text) => ({ foreignId: system.readId(text) ?? text, title: text }));
  if (!isListed) await tellListed(work, problems, null);
  await readWanted(work, null);
}
