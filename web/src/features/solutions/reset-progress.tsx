import type { SolutionReset } from '@balloon/contracts/solutions/solutions.ts';
import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/solutions/reset-progress.module.css';
import { useResets } from '#features/solutions/resets.data.ts';
import { useFormats } from '#shared/text/format.ts';

/** How far the solutions of a contest are that are judged again at the moment; nothing while there are none. */
export function ResetProgress({
  contestId,
  className = '',
}: {
  contestId: number;
  className?: string | undefined;
}) {
  const { t } = useTranslation();
  const resets = useResets(contestId);
  if (resets.length === 0) return null;
  return (
    <section className={`${classes.resets} ${className}`} aria-label={t('resets.label')}>
      {resets.map((reset) => (
        <Reset key={reset.id} reset={reset} />
      ))}
    </section>
  );
}

function Reset({ reset }: { reset: SolutionReset }) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormats();
  const { author, startedAtMs, solutionsNumber, handledNumber, judgedNumber, isOver } = reset;
  const figures = {
    ...{ all: number(solutionsNumber), handled: number(handledNumber), judged: number(judgedNumber) },
  };
  const isQueued = handledNumber === solutionsNumber;
  const judgedText = t('resets.judged', figures);
  return (
    <div className={classes.reset}>
      <p className={classes.figures}>
        {isOver && <span>{t('resets.over', figures)}</span>}
        {!isOver && !isQueued && <span>{t('resets.queued', figures)}</span>}
        {!isOver && <span>{judgedText}</span>}
      </p>
      <Progress.Root size="md">
        <Progress.Section value={(100 * judgedNumber) / solutionsNumber} aria-label={judgedText} />
        <Progress.Section
          value={(100 * (handledNumber - judgedNumber)) / solutionsNumber}
          className={classes.waiting}
          aria-hidden
        />
      </Progress.Root>
      <p className={classes.begun}>
        {t('resets.begun', {
          at: dateTime(startedAtMs),
          name: author?.fullName || author?.username || '—',
        })}
      </p>
    </div>
  );
}
