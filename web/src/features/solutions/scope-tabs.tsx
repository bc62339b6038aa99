import { useTranslation } from 'react-i18next';
import type { SolutionScope } from '#features/solutions/live-solutions.ts';
import { solutionsPath } from '#features/solutions/use-solution-scope.ts';
import { LinkTabs } from '#shared/ui/lists/list-head.tsx';

/** Tabs for supervisors: own solutions, or those of all. */
export function ScopeTabs({ scope }: { scope: SolutionScope }) {
  const { t } = useTranslation();
  return (
    <LinkTabs
      label={t('solutions.whose')}
      tabs={(['my', 'all'] as const).map((select) => ({
        name: t(`solutions.${select}`),
        to: solutionsPath({ ...scope, select }, { ...scope, userIds: [] }),
        isCurrent: scope.select === select,
      }))}
    />
  );
}
