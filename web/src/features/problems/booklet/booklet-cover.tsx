import type { Contest } from '@balloon/contracts/contests.ts';
import type { ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { useTranslation } from 'react-i18next';
import { useDurationText } from '#features/contests/duration-text.ts';
import classes from '#features/problems/booklet/booklet-cover.module.css';
import { useLimitsText } from '#features/problems/limits.tsx';
import { useFormats } from '#shared/text/format.ts';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';

/** First sheet: the contest, its date, and the list of problems. */
export function BookletCover({
  contest,
  problems,
}: {
  contest: Contest;
  problems: readonly ListedContestProblem[];
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const durationText = useDurationText();
  const limitsText = useLimitsText();
  const { startTimeMs } = contest;
  return (
    <section className={classes.cover} aria-label={t('print.cover')}>
      <p className={classes.kind}>{t('print.kind')}</p>
      <h1 className={classes.name}>{contest.name}</h1>
      <p className={classes.when}>
        {formats.date(startTimeMs)}, {formats.time(startTimeMs)} ({formats.zone(startTimeMs)}) ·{' '}
        {durationText(contest.durationTimeMs)}
      </p>
      <p className={classes.number}>{t('contests.problems', { count: problems.length })}</p>
      <ol className={classes.list}>
        {problems.map((problem) => (
          <li key={problem.internalSymbolIndex} className={classes.problem}>
            <ProblemBalloon index={problem.internalSymbolIndex} color={problem.color} size={32} />
            <span className={classes.title}>{problem.title}</span>
            <span className={classes.limits}>{limitsText(problem)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
