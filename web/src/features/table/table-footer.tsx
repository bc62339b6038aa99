import { ActionIcon, Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZES, type PageSize } from '#features/table/table.data.ts';
import classes from '#features/table/table-toolbar.module.css';

export interface TableFooterProps {
  offset: number;
  count: PageSize;
  shown: number;
  total: number;
  onCount: (count: PageSize) => void;
  onOffset: (offset: number) => void;
  /** Stands at the left. */
  children?: ReactNode;
}

/** Which rows these are, and the way to the others. */
export function TableFooter({ offset, count, shown, total, onCount, onOffset, children }: TableFooterProps) {
  const { t } = useTranslation();
  const last = offset + shown;
  return (
    <footer className={classes.footer}>
      {children}
      <span className={classes.size}>
        <span className={classes.sizeLabel}>{t('table.rowsPerPage')}</span>
        <Select
          w={84}
          allowDeselect={false}
          aria-label={t('table.rowsPerPage')}
          data={PAGE_SIZES.map(String)}
          value={String(count)}
          onChange={(value) => onCount(PAGE_SIZES.find((size) => String(size) === value) ?? count)}
        />
      </span>
      <span className={classes.range}>
        {t('table.range', { first: shown === 0 ? 0 : offset + 1, last, total })}
      </span>
      <ActionIcon
        disabled={offset === 0}
        onClick={() => onOffset(Math.max(0, offset - count))}
        aria-label={t('pager.previous')}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        disabled={last >= total}
        onClick={() => onOffset(offset + count)}
        aria-label={t('pager.next')}
      >
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </footer>
  );
}
