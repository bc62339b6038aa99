import { useTranslation } from 'react-i18next';
import { AboutFacts } from '#features/contest-about/about-facts.tsx';
import { BigCountdown } from '#features/contest-about/big-countdown.tsx';
import classes from '#features/contest-about/contest-about.module.css';
import { OwnTimeChanges } from '#features/contest-about/own-time-changes.tsx';
import { ContestTimeline } from '#features/contests/contest-timeline.tsx';
import { useContestStatus, useCurrentContest } from '#features/contests/current-contest.ts';
import { isStartable } from '#features/contests/own-window.ts';
import { StatusName } from '#features/contests/status-name.tsx';
import { VirtualButton } from '#features/virtual/virtual-button.tsx';
import { useAtServerNow } from '#shared/api/live/server-clock.ts';
import { usePageTitle } from '#shared/text/i18n.ts';

/** /contest/{id} */
export function Component() {
  const { t } = useTranslation();
  const contest = useCurrentContest();
  const status = useContestStatus(contest);
  const canStart = useAtServerNow((nowMs) => isStartable(contest, status, nowMs));
  usePageTitle(`${contest.name} — ${t('tabs.about')}`);
  return (
    <div className={classes.page}>
      <StatusName status={status} isStartable={canStart} />
      <h1 className={classes.title}>{contest.name}</h1>
      {contest.virtualOfId !== null && <p className={classes.virtual}>{t('virtual.mark')}</p>}
      <BigCountdown contest={contest} status={status} />
      {/* Who has yet to start has no course of their own. */}
      {contest.durationTimeMs > 0 && <ContestTimeline contest={contest} />}
      <OwnTimeChanges contest={contest} />
      <AboutFacts contest={contest} status={status} />
      <VirtualButton className={classes.virtualButton} contest={contest} />
    </div>
  );
}
