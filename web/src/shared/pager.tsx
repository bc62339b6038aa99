import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#shared/pager.module.css';
import { pageWindow } from '#shared/pages.ts';

export interface PagerProps {
  current: number;
  last: number;
  /** Pages offered on each side of the current one. */
  reach: number;
  /** Address of a page. */
  to: (page: number) => string;
}

/** Links to the pages of a list; nothing when there is only one. */
export function Pager({ current, last, reach, to }: PagerProps) {
  const { t } = useTranslation();
  if (last <= 1) return null;
  const steps = {
    first: <PageLink to={to(1)} label={t('pager.first')} icon={<IconChevronsLeft size={18} aria-hidden />} />,
    previous: (
      <PageLink
        to={to(current - 1)}
        label={t('pager.previous')}
        icon={<IconChevronLeft size={18} aria-hidden />}
      />
    ),
    next: (
      <PageLink
        to={to(current + 1)}
        label={t('pager.next')}
        icon={<IconChevronRight size={18} aria-hidden />}
      />
    ),
    last: (
      <PageLink to={to(last)} label={t('pager.last')} icon={<IconChevronsRight size={18} aria-hidden />} />
    ),
  };
  return (
    <nav className={classes.pager} aria-label={t('pager.label')}>
      {current > 1 && steps.first}
      {current > 1 && steps.previous}
      {pageWindow(current, last, reach).map((page) => (
        <Link
          key={page}
          to={to(page)}
          className={classes.page}
          aria-label={t('pager.page', { page })}
          aria-current={page === current ? 'page' : undefined}
        >
          {page}
        </Link>
      ))}
      {current < last && steps.next}
      {current < last && steps.last}
    </nav>
  );
}

function PageLink({ to, label, icon }: { to: string; label: string; icon: ReactNode }) {
  return (
    <Link to={to} className={classes.page} aria-label={label}>
      {icon}
    </Link>
  );
}
