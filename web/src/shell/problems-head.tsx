import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { LinkTabs, ListHead } from '#shared/ui/lists/list-head.tsx';

/** Ways to problems, a tab each: part of the address after /admin/problems, and key of its name. */
const TABS = [
  { path: '', key: 'adminProblems.tab.list' },
  { path: '/upload', key: 'adminProblems.tab.upload' },
  { path: '/outside', key: 'adminProblems.tab.outside' },
] as const;

/** Name of the section with its tabs. */
export function ProblemsHead({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const tabs = TABS.map(({ path, key }) => {
    const to = `/admin/problems${path}`;
    return { name: t(key), to, isCurrent: pathname === to || (path !== '' && pathname.startsWith(`${to}/`)) };
  });
  return (
    <ListHead title={t('admin.problems')}>
      <LinkTabs label={t('adminProblems.tabs')} tabs={tabs} />
      {children}
    </ListHead>
  );
}
