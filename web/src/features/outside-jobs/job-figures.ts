import type { JobView } from '@balloon/contracts/outside/outside-jobs.ts';

export interface JobFigures {
  /** Problems that the system has listed so far, or that were named. */
  listed: number;
  /** Problems that were or will be read, and those of them that were. */
  toRead: number;
  read: number;
}

/** How far a job is, by what became of its problems. */
export function jobFigures({ counts }: Pick<JobView, 'counts'>): JobFigures {
  const read = counts.new + counts.changed + counts.same + counts.failed;
  const toRead = read + counts.wanted;
  return { listed: toRead + counts.known, toRead, read };
}
