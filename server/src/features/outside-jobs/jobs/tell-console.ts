import type { LineOutcome } from '@balloon/contracts/outside/outside-jobs.ts';
import type { JobKind } from '@balloon/contracts/outside/relay-jobs.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { JobOutcome } from '#features/outside-jobs/jobs/settle-job.ts';

/** What the console says of a job. Titles of problems are left out: an older client looks for words in its lines. */
export interface ToldJob {
  id: number;
  kind: JobKind;
  /** Name and system of its server. */
  name: string;
  systemType: string;
  scope: string | null;
}

export type LineCounts = Readonly<Record<LineOutcome, number>>;

/** Shows how far a job is; a later line takes the place of the former one. */
export function tellProgress(log: FastifyBaseLogger, job: ToldJob, counts: LineCounts): void {
  log.info({ consoleRow: rowOf(job) }, `${nameOf(job)}: ${wordsOf(counts)}`);
}

/** Shows the end. Older clients end their scan at the word "finished", or at "contains error". */
export function tellEnd(log: FastifyBaseLogger, job: ToldJob, counts: LineCounts, outcome: JobOutcome): void {
  const begin = { consoleRow: rowOf(job) };
  const words = wordsOf(counts);
  if (outcome.state === 'failed')
    log.warn(begin, `${nameOf(job)} contains error: ${outcome.message} (${words})`);
  else log.info(begin, `${nameOf(job)} finished${outcome.state === 'done' ? '' : ', cancelled'}: ${words}`);
}

/** Row of the console that lines of a job share, and the event by which older clients hear them. */
const rowOf = ({ id, systemType }: ToldJob) => ({
  row: `job-${id}`,
  isOfYandex: systemType === 'yandex' || systemType === 'yandexOfficial',
});

const nameOf = ({ kind, name, scope }: ToldJob) => `${kind} of ${name}${scope === null ? '' : `, ${scope}`}`;

const wordsOf = ({ wanted, known, new: added, changed, same, vanished, failed }: LineCounts) =>
  [
    `${added} new, ${changed} changed, ${same + known} as before`,
    ...(vanished > 0 ? [`${vanished} vanished`] : []),
    ...(failed > 0 ? [`${failed} not read`] : []),
    ...(wanted > 0 ? [`${wanted} to read`] : []),
  ].join(', ');
