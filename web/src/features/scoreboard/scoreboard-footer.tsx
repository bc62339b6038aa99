import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZES, type PageSize } from '#features/scoreboard/scoreboard.data.ts';
import classes from '#features/scoreboard/scoreboard-toolbar.module.css';
import { Choice } from '#shared/ui/floating/choice.tsx';

export interface ScoreboardFooterProps {
  offset: number;
  count: PageSize;
  shown: number;
  total: number;
  onCount: (count: PageSize) => void;
  onOffset: (offset: number) => void;
  /** Content at the left. */
  children?: ReactNode;
}

/** Range of the shown rows, and links to the others. */
export function ScoreboardFooter({
  offset,
  count,
  shown,
  total,
  onCount,
  onOffset,
  children,
}: ScoreboardFooterProps) {
  const { t } = useTranslation();
  const last = offset + shown;
  return (
    <footer className={classes.footer}>
      {children}
      <span className={classes.size}>
        <span className={classes.sizeLabel}>{t('scoreboard.rowsPerPage')}</span>
        <Choice
          w={84}
          aria-label={t('scoreboard.rowsPerPage')}
          data={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
          value={String(count)}
          onChange={(value) => onCount(PAGE_SIZES.find((size) => String(size) === value) ?? count)}
        />
      </span>
      <span className={classes.range}>
        {t('scoreboard.range', { first: shown === 0 ? 0 : offset + 1, last, total })}
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
