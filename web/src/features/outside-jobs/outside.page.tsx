import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import classes from '#features/outside-jobs/outside.module.css';
import { SystemView } from '#features/outside-jobs/system-view.tsx';
import { outsideQuery } from '#features/outside-systems/data/outside.data.ts';
import {
  type OutsideChoice,
  outsidePath,
  readOutsideChoice,
} from '#features/outside-systems/data/outside-jobs.url.ts';
import { SYSTEM_TYPES } from '#features/outside-systems/data/system-screens.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { useSystemName } from '#shared/text/system-name.ts';
import { LinkTabs } from '#shared/ui/lists/list-head.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';
import { ProblemsHead } from '#shell/problems-head.tsx';

/** /admin/problems/outside: scans and imports of outside systems, a tab each. */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('outsideJobs.pageTitle'));
  const [search] = useSearchParams();
  const choice = readOutsideChoice(search);
  const systemName = useSystemName();
  const tabs = SYSTEM_TYPES.map((system) => ({
    ...{ name: systemName(system), to: outsidePath({ system }) },
    isCurrent: system === choice.system,
  }));
  return (
    <>
      <ProblemsHead />
      <LinkTabs label={t('outsideJobs.systems')} tabs={tabs} />
      <System key={choice.system} choice={choice} />
    </>
  );
}

function System({ choice }: { choice: OutsideChoice }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(outsideQuery);
  if (data) return <SystemView choice={choice} outside={data} />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.part} role="status" aria-busy="true" aria-label={t('progress.label')}>
      <Skeleton height={110} />
      <Skeleton height={260} />
    </div>
  );
}
