import type { JobView } from '@balloon/contracts/outside/outside-jobs.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns what a job does, such as "scan of contest 12". */
export function useJobTitle(): (job: Pick<JobView, 'kind' | 'scope' | 'fileName'>) => string {
  const { t } = useTranslation();
  return useCallback(
    ({ kind, scope, fileName }) => {
      if (kind === 'archive') return t('outsideJobs.title.archive', { name: fileName ?? '' });
      if (kind !== 'scan') return t(`outsideJobs.title.${kind}`);
      if (scope === null) return t('outsideJobs.title.scan');
      const [collection = '', number] = scope.split(':');
      if (number === undefined && ['archive', 'gym'].includes(collection))
        return t(`outsideJobs.title.collection.${collection}`);
      return t('outsideJobs.title.contest', { contest: number ?? scope });
    },
    [t],
  );
}
