import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/contest-problems/standing.module.css';
import { NO_FILTER } from '#features/solutions/solution-filter.ts';
import { useSolutionList } from '#features/solutions/solutions.data.ts';
import { SolutionStanding } from '#features/solutions/verdict-progress.tsx';
import { useFormats } from '#shared/text/format.ts';

/** Verdict of the person's newest solution of a problem, live; nothing when there is none. */
export function LastSolution({ contestId, problemId }: { contestId: number; problemId: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data, isPlaceholderData } = useSolutionList({
    contestId,
    select: 'my',
    page: 1,
    pageSize: 1,
    ...NO_FILTER,
    problemIds: [problemId],
  });
  const solution = data?.solutions[0];
  if (solution === undefined || isPlaceholderData) return null; // placeholder data belongs to another problem
  const { sentAtMs } = solution;
  const time = isToday(sentAtMs) ? formats.time(sentAtMs) : formats.dateTime(sentAtMs);
  return (
    <p className={classes.last}>
      <Link to={`/contest/${contestId}/source/${solution.id}`}>{t('problems.last', { time })}</Link>
      <SolutionStanding solution={solution} />
      {solution.verdict && solution.testNumber > 0 && (
        <span>{t('problems.lastTest', { number: solution.testNumber })}</span>
      )}
    </p>
  );
}

const isToday = (atMs: number) => new Date(atMs).toDateString() === new Date().toDateString();
