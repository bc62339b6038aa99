import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { LinkTabs, ListHead } from '#shared/ui/list-head.tsx';

/**
 * Ways to problems, a tab each: part of the address after /admin/problems, and key of its name. Tabs of other systems
 * are lines here and their addresses in `router.tsx`.
 */
const TABS = [
  { path: '', key: 'adminProblems.tab.list' },
  { path: '/upload', key: 'adminProblems.tab.upload' },
] as const;

/** Name of the section with its tabs. */
export function ProblemsHead({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const tabs = TABS.map(({ path, key }) => {
    const to = `/admin/problems${path}`;
    return { name: t(key), to, isCurrent: pathname === to };
  });
  return (
    <ListHead title={t('admin.problems')}>
      <LinkTabs label={t('adminProblems.tabs')} tabs={tabs} />
      {children}
    </ListHead>
  );
}
