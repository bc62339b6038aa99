import { ActionIcon } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { printWhenReady } from '#features/problems/booklet/when-ready.ts';
import { Tip } from '#shared/ui/floating/tip.tsx';

/** Prints the statement that is on the screen. */
export function PrintButton() {
  const { t } = useTranslation();
  return (
    <Tip label={t('print.statement')}>
      <ActionIcon
        className="no-print"
        aria-label={t('print.statement')}
        onClick={() => void printWhenReady(document.body)}
      >
        <IconPrinter size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tip>
  );
}
