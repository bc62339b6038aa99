import type { SolutionReset } from '@balloon/contracts/solutions/solutions.ts';
import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/solutions/reset-progress.module.css';
import { type ResetScope, useResets } from '#features/solutions/resets.data.ts';
import { useFormats } from '#shared/text/format.ts';

/**
 * How far the solutions of a contest, or of all contests with a problem, are that are judged again at the moment;
 * nothing while there are none.
 */
export function ResetProgress({ of, className = '' }: { of: ResetScope; className?: string | undefined }) {
  const { t } = useTranslation();
  const resets = useResets(of);
  if (resets.length === 0) return null;
  return (
    <section className={`${classes.resets} ${className}`} aria-label={t('resets.label')}>
      {resets.map((reset) => (
        <Reset key={reset.id} reset={reset} namesContest={'problemId' in of} />
      ))}
    </section>
  );
}

/** The same of all of them together, on one line beside something else. */
export function ResetLine({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const resets = useResets({ contestId });
  if (resets.length === 0) return null;
  const sum = (name: 'solutionsNumber' | 'handledNumber' | 'judgedNumber') =>
    resets.reduce((total, reset) => total + reset[name], 0);
  const [all, handled, judged] = [sum('solutionsNumber'), sum('handledNumber'), sum('judgedNumber')];
  const isOver = resets.every((reset) => reset.isOver);
  const text = t(isOver ? 'resets.over' : 'resets.judged', { all: number(all), judged: number(judged) });
  return (
    <section className={classes.line} aria-label={t('resets.label')}>
      <Bar {...{ all, handled, judged, text }} />
      {text}
    </section>
  );
}

interface BarProps {
  all: number;
  handled: number;
  judged: number;
  /** What the bar shows, in words. */
  text: string;
}

function Bar({ all, handled, judged, text }: BarProps) {
  return (
    <Progress.Root size="md" className={classes.bar ?? ''}>
      <Progress.Section value={(100 * judged) / all} aria-label={text} />
      <Progress.Section
        value={(100 * (handled - judged)) / all}
        className={classes.waiting ?? ''}
        aria-hidden
      />
    </Progress.Root>
  );
}

function Reset({ reset, namesContest }: { reset: SolutionReset; namesContest: boolean }) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormats();
  const { contest, author, startedAtMs, solutionsNumber, handledNumber, judgedNumber, isOver } = reset;
  const figures = {
    ...{ all: number(solutionsNumber), handled: number(handledNumber), judged: number(judgedNumber) },
  };
  const isQueued = handledNumber === solutionsNumber;
  const judgedText = t('resets.judged', figures);
  return (
    <div className={classes.reset}>
      {namesContest && <p className={classes.contest}>{contest.name}</p>}
      <p className={classes.figures}>
        {isOver && <span>{t('resets.over', figures)}</span>}
        {!isOver && !isQueued && <span>{t('resets.queued', figures)}</span>}
        {!isOver && <span>{judgedText}</span>}
      </p>
      <Bar all={solutionsNumber} handled={handledNumber} judged={judgedNumber} text={judgedText} />
      <p className={classes.begun}>
        {t('resets.begun', {
          at: dateTime(startedAtMs),
          name: author?.fullName || author?.username || '—',
        })}
      </p>
    </div>
  );
}
