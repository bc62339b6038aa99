import type { Contest } from '@balloon/contracts/contests.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/contests/contest-row.module.css';
import { useDurationText } from '#features/contests/duration-text.ts';
import { useFormats } from '#shared/text/format.ts';

/** Start, duration, and numbers of problems and people, in one line. */
export function ContestFacts({ contest }: { contest: Contest }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const durationText = useDurationText();
  const facts = [
    <time
      key="start"
      dateTime={new Date(contest.startTimeMs).toISOString()}
      title={formats.exact(contest.startTimeMs)}
    >
      {formats.dateTime(contest.startTimeMs)}
    </time>,
    durationText(contest.durationTimeMs),
    t('contests.problems', { count: contest.problemsNumber }),
    contest.participantsNumber > 0 && t('contests.participants', { count: contest.participantsNumber }),
  ];
  return (
    <p className={classes.facts}>
      {facts.filter(Boolean).map((fact, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a contest never change places
        <span key={position}>{fact}</span>
      ))}
    </p>
  );
}
