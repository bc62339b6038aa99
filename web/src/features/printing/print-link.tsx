import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ownPrintingQuery } from '#features/printing/printing.data.ts';

/** Way from a solution to the printer of the hall, where the contest has one. */
export function PrintLink({ contestId, solutionId }: { contestId: number; solutionId: number }) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...ownPrintingQuery(contestId), refetchInterval: false });
  if (!data?.isOpenNow) return null;
  return (
    <Button
      component={Link}
      to={`/contest/${contestId}/print?solution=${solutionId}`}
      variant="default"
      leftSection={<IconPrinter size={18} aria-hidden />}
    >
      {t('printing.print')}
    </Button>
  );
}
