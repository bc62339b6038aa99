import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const ROWS_AT_ONCE = 100;

/**
 * Returns the rows that are shown of a list that may have thousands, which would hold the page up for seconds: the first
 * ones, and as many further ones that matter.
 */
export function useFirstRows<Row>(
  rows: readonly Row[],
  matters: (row: Row) => boolean = () => false,
): { shown: readonly Row[]; more: MoreRowsProps } {
  const [count, setCount] = useState(ROWS_AT_ONCE);
  const further = rows.slice(count).filter(matters).slice(0, count);
  const shown = [...rows.slice(0, count), ...further];
  return {
    shown,
    more: { left: rows.length - shown.length, onMore: () => setCount(count + ROWS_AT_ONCE) },
  };
}

export interface MoreRowsProps {
  /** Number of rows that are not shown. */
  left: number;
  onMore: () => void;
}

/** Button that shows further rows; nothing when all are shown. */
export function MoreRows({ left, onMore }: MoreRowsProps) {
  const { t } = useTranslation();
  if (left <= 0) return null;
  return (
    <Button variant="default" w="fit-content" onClick={onMore}>
      {t('pager.more', { count: left })}
    </Button>
  );
}
