import { ActionIcon, Select, Tooltip } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconHistory,
  IconListNumbers,
  IconSnowflake,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PAGE_SIZES, type PageSize } from '#features/table/table.data.ts';
import classes from '#features/table/table-toolbar.module.css';

export interface TableToolbarProps {
  isFrozen: boolean;
  isRewound: boolean;
  canRewind: boolean;
  onRewind: () => void;
}

/** Title line: what the table is, whether it stands still, and the way back in time. */
export function TableToolbar({ isFrozen, isRewound, canRewind, onRewind }: TableToolbarProps) {
  const { t } = useTranslation();
  return (
    <header className={classes.toolbar}>
      <h1 className={classes.title}>{t('table.title')}</h1>
      {isFrozen && (
        <span className={classes.frozen}>
          <IconSnowflake size={16} aria-hidden />
          {t('table.frozen')}
        </span>
      )}
      <span className={classes.grow} />
      <Tooltip label={t('table.monitor')}>
        <ActionIcon component={Link} to="../monitor" relative="path" aria-label={t('table.monitor')}>
          <IconListNumbers size={22} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {canRewind && !isRewound && (
        <Tooltip label={t('table.rewind')}>
          <ActionIcon onClick={onRewind} aria-label={t('table.rewind')}>
            <IconHistory size={22} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </header>
  );
}

export interface TableFooterProps {
  offset: number;
  count: PageSize;
  shown: number;
  total: number;
  onCount: (count: PageSize) => void;
  onOffset: (offset: number) => void;
}

/** Which rows these are, and the way to the others. */
export function TableFooter({ offset, count, shown, total, onCount, onOffset }: TableFooterProps) {
  const { t } = useTranslation();
  const last = offset + shown;
  return (
    <footer className={`${classes.footer} no-print`}>
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
