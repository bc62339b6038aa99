import type { JobView } from '@balloon/contracts/outside/outside-jobs.ts';
import type { OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#shared/text/format.ts';

/** Kinds of failures that end a job and have words of our own; the words of the system follow them. */
const ENDING = ['drift', 'challenge', 'signedOut', 'refused', 'down', 'rate'];

/** Returns why a job has failed, in our words; empty where only the system has words. */
export function useFailureText(): (job: Pick<JobView, 'failure' | 'message' | 'server'>) => string {
  const { t } = useTranslation();
  return useCallback(
    ({ failure, message, server }) => {
      if (failure !== null && ENDING.includes(failure))
        return t(`outsideJobs.failure.${failure}`, { name: server.name });
      return message === null ? t('outsideJobs.failure.unknown') : '';
    },
    [t],
  );
}

export interface JobSurroundings {
  /** Its server; undefined: not known yet. */
  server: OutsideServerView | undefined;
  hasRelay: boolean;
  /** Whether an earlier job of the server is running. */
  isBehindAnother: boolean;
}

/** Returns for what a waiting job waits. */
export function useWaitingText(): (job: JobView, surroundings: JobSurroundings) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return (job, { server, hasRelay, isBehindAnother }) => {
    const { name } = job.server;
    if (!hasRelay) return t('outsideJobs.waits.relay');
    if (server?.pausedAtMs != null) return t('outsideJobs.waits.paused', { name });
    if (job.waitsUntilMs !== null) {
      const kind = job.failure === 'rate' ? 'rate' : 'down';
      return t(`outsideJobs.waits.${kind}`, { name, time: formats.exactTime(job.waitsUntilMs) });
    }
    return t(isBehindAnother ? 'outsideJobs.waits.another' : 'outsideJobs.waits.turn', { name });
  };
}
