import type { OutsideOrigin } from '@balloon/contracts/problems/problem-admin.ts';
import type { Problem } from '@balloon/contracts/problems/problems.ts';
import { useTranslation } from 'react-i18next';
import { useStartJob } from '#features/outside-jobs/outside-jobs.data.ts';
import { useFollowedJob } from '#features/outside-jobs/use-ended-jobs.ts';
import { showNotice } from '#shared/ui/toasts/toasts.ts';

type OutsideProblem = Pick<Problem, 'systemType' | 'foreignProblemIdentifier'> & {
  outside: OutsideOrigin | null;
};

/** Reads a problem again from the system that judges it; what has changed there becomes the next version. */
export function useReadAgain({ systemType, foreignProblemIdentifier, outside }: OutsideProblem) {
  const { t } = useTranslation();
  const { follow, isUnderWay } = useFollowedJob();
  const starting = useStartJob((jobId) => {
    follow(jobId);
    showNotice(t('outsideJobs.readingAgain'));
  });
  /** @param onRefused told that nothing is read */
  function readAgain(onRefused: () => void = () => {}) {
    if (outside === null || systemType === 'balloon') return;
    const body = { foreignIds: [foreignProblemIdentifier] };
    starting.mutate(
      { system: systemType, serverId: outside.serverId, kind: 'import', body },
      { onError: onRefused },
    );
  }
  return { readAgain, isPending: starting.isPending || isUnderWay };
}
