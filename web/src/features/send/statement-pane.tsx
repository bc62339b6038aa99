import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { LastSolution } from '#features/contest-problems/last-solution.tsx';
import { useLimitsText } from '#features/problems/limits.tsx';
import { contestProblemQuery } from '#features/problems/problems.data.ts';
import { Statement } from '#features/problems/statement/statement.tsx';
import { StatementSkeleton } from '#features/problems/statement/statement-skeleton.tsx';
import classes from '#features/send/send.module.css';
import { ON_WIDE_SCREEN } from '#shared/look/breakpoints.ts';
import { useLocale } from '#shared/text/i18n.ts';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** Whether there is room for the statement beside the editor. */
export const useIsWide = (): boolean => useMediaQuery(ON_WIDE_SCREEN) ?? false;

/** The statement beside the editor, only where there is room for it. */
export function StatementPane({
  contestId,
  letter,
  isSolved,
}: {
  contestId: number;
  letter: string;
  isSolved: boolean;
}) {
  const isWide = useIsWide();
  const locale = useLocale();
  const limitsText = useLimitsText();
  const { data, error, refetch } = useQuery({
    ...contestProblemQuery(contestId, letter, locale),
    enabled: isWide,
  });
  if (!isWide) return null;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <StatementSkeleton />;
  return (
    <article>
      <header className={classes.statementHead}>
        <ProblemBalloon index={letter} color={data.color} size={44} hollow={!isSolved} />
        <div>
          <h2>{data.title}</h2>
          <p>{limitsText(data)}</p>
        </div>
      </header>
      <div className={classes.last}>
        <LastSolution contestId={contestId} problemId={data.id} />
      </div>
      <Statement problem={data} />
    </article>
  );
}
