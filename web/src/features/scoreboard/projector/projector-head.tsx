import type { Contest } from '@balloon/contracts/contests.ts';
import { contestStatus } from '@balloon/domain/contests/contest-phase.ts';
import { IconSnowflake } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { nextTurnMs } from '#features/contests/contest-clock.tsx';
import { Countdown } from '#features/contests/countdown.tsx';
import classes from '#features/scoreboard/projector/projector.module.css';
import { useFrozenSentence, useResultsText } from '#features/scoreboard/results-note.tsx';
import type { Scope } from '#features/scoreboard/scoreboard-place.ts';
import { useServerNow } from '#shared/api/live/server-clock.ts';

export interface ProjectorHeadProps {
  contest: Contest;
  isFrozen: boolean;
  /** `null` while the contest and its practice have the same results. */
  scope: Scope | null;
}

/** Name of the contest, scope of its results, time left, and whether it is frozen. */
export function ProjectorHead({ contest, isFrozen, scope }: ProjectorHeadProps) {
  const { t } = useTranslation();
  const nowMs = useServerNow();
  const status = contestStatus(contest, nowMs);
  const turnMs = nextTurnMs(contest, status);
  const sentence = useFrozenSentence(contest);
  const results = useResultsText(contest);
  return (
    <header className={classes.head}>
      <div className={classes.bar}>
        <h1 className={classes.title}>{contest.name}</h1>
        {results && <p className={classes.scope}>{results.text}</p>}
        {!results && scope !== null && !(isFrozen && scope === 'contest') && (
          <p className={classes.scope}>
            {t(scope === 'contest' ? 'projector.final' : 'projector.withPractice')}
          </p>
        )}
        <p className={classes.clock} role="timer">
          {status !== 'FROZEN' && <span className={classes.caption}>{t(`clock.${status}`)}</span>}
          {turnMs !== null && <Countdown className={classes.time} leftMs={turnMs - nowMs} />}
        </p>
      </div>
      {isFrozen && (
        <p className={classes.frozen}>
          <IconSnowflake aria-hidden />
          {sentence}
        </p>
      )}
    </header>
  );
}
