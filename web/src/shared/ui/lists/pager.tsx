import { Pagination } from '@mantine/core';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#shared/ui/lists/pager.module.css';
import { pageWindow } from '#shared/ui/lists/pages.ts';

export interface PagerProps {
  current: number;
  last: number;
  /** Number of pages offered on each side of the current one. */
  reach: number;
  /** Address of a page. */
  to: (page: number) => string;
  /** Goes to a page that is clicked, where the addresses that are drawn may be those before a change. */
  onPage?: (page: number) => void;
}

/**
 * Links to the pages of a list; nothing when there is only one. The controls are the library's, the choice of
 * pages is not: the library fills it up to one length, while lists offer a fixed number of pages on each
 * side.
 */
export function Pager({ current, last, reach, to, onPage }: PagerProps) {
  const { t } = useTranslation();
  if (last <= 1) return null;
  const link = (page: number) => ({
    component: Link,
    to: to(page),
    onClick: (event: MouseEvent) => {
      if (!onPage || opensElsewhere(event)) return;
      event.preventDefault();
      onPage(page);
    },
  });
  const edge = (page: number, name: string) => ({ ...link(page), 'aria-label': t(`pager.${name}`) });
  return (
    <Pagination.Root total={last} value={current} size={44} radius="md" color="var(--ink)">
      <nav className={classes.pager} aria-label={t('pager.label')}>
        {current > 1 && <Pagination.First {...edge(1, 'first')} />}
        {current > 1 && <Pagination.Previous {...edge(current - 1, 'previous')} />}
        {pageWindow(current, last, reach).map((page) => (
          <Pagination.Control
            key={page}
            active={page === current}
            {...link(page)}
            aria-label={t('pager.page', { page })}
            aria-current={page === current ? 'page' : undefined}
          >
            {page}
          </Pagination.Control>
        ))}
        {current < last && <Pagination.Next {...edge(current + 1, 'next')} />}
        {current < last && <Pagination.Last {...edge(last, 'last')} />}
      </nav>
    </Pagination.Root>
  );
}

const opensElsewhere = ({ metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  metaKey || altKey || ctrlKey || shiftKey;
