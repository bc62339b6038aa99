import type { Contest } from '@balloon/contracts/contests.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-list/contest-row.module.css';
import { useDurationText } from '#features/contests/duration-text.ts';
import { useFormats } from '#shared/text/format.ts';

/** Start, duration, and numbers of problems and people, in one line. */
export function ContestFacts({ contest }: { contest: Contest }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const durationText = useDurationText();
  const { problemsNumber, participantsNumber, windowTimeMs, ownStartedAtMs } = contest;
  // Who has yet to start a floating contest sees its period.
  const startTimeMs =
    windowTimeMs !== null && ownStartedAtMs === null ? contest.periodStartTimeMs : contest.startTimeMs;
  return (
    <p className={classes.facts}>
      <span>
        <time dateTime={new Date(startTimeMs).toISOString()} title={formats.exact(startTimeMs)}>
          {formats.dateTime(startTimeMs)}
        </time>
      </span>
      <span>
        {windowTimeMs === null
          ? durationText(contest.durationTimeMs)
          : t('contests.window', {
              duration: durationText(windowTimeMs),
              until: formats.dateTime(contest.periodEndTimeMs),
            })}
      </span>
      <span>{t('contests.problems', { count: problemsNumber })}</span>
      {participantsNumber > 0 && <span>{t('contests.participants', { count: participantsNumber })}</span>}
    </p>
  );
}
