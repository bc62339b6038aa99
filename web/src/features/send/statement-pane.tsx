import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { contestProblemQuery } from '#features/problems/problems.data.ts';
import { useLocale } from '#shared/i18n.ts';
import { ErrorState } from '#shared/states.tsx';

const WIDE = '(min-width: 1200px)';

/** The statement beside the editor, only where there is room for it. */
export function StatementPane({ contestId, letter }: { contestId: number; letter: string }) {
  const isWide = useMediaQuery(WIDE) ?? false;
  const locale = useLocale();
  const { data, error, refetch } = useQuery({
    ...contestProblemQuery(contestId, letter, locale),
    enabled: isWide,
  });
  if (!isWide) return null;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={420} />;
  return <article>{data.title}</article>;
}
