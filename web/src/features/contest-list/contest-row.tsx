import type { Contest } from '@balloon/contracts/contests.ts';
import { type ContestStatus, contestStatus } from '@balloon/domain/contests/contest-phase.ts';
import { IconArrowRight, IconLoader2, IconTrendingUp } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ContestFacts } from '#features/contest-list/contest-facts.tsx';
import classes from '#features/contest-list/contest-row.module.css';
import { useAdmission } from '#features/contests/admission.ts';
import { ownTurnMs } from '#features/contests/contest-clock.tsx';
import { Countdown } from '#features/contests/countdown.tsx';
import { isStartable } from '#features/contests/own-window.ts';
import { StatusName } from '#features/contests/status-name.tsx';
import { useRefreshListAtTurn } from '#features/contests/use-refresh-at-turns.ts';
import { VirtualButton } from '#features/virtual/virtual-button.tsx';
import { useAtServerNow, useServerNow } from '#shared/api/live/server-clock.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { useNavigateHere } from '#shared/ui/behaviour/use-navigate-here.ts';
import { GroupChips } from '#shared/ui/labels/group-chips.tsx';
import { showError } from '#shared/ui/toasts/toasts.ts';

/** A contest of the list; the whole row opens it. Running contests stand out. */
export function ContestRow({ contest }: { contest: Contest }) {
  const { t } = useTranslation();
  const me = useMe();
  const status = useAtServerNow((nowMs) => contestStatus(contest, nowMs));
  const { open, isOpening } = useOpenContest(contest.id);
  const isLive = status === 'RUNNING' || status === 'FROZEN';
  const canStart = useAtServerNow((nowMs) => isStartable(contest, status, nowMs));
  useRefreshListAtTurn(status);
  return (
    <li className={classes.row} data-status={status} data-live={isLive || canStart}>
      <div className={classes.main}>
        <StatusName status={status} isStartable={canStart} />
        <h2 className={classes.name}>
          <Link to={`/contest/${contest.id}`} className={classes.link} onClick={open}>
            {contest.name}
          </Link>
          {contest.isRated && (
            <span className={classes.rated}>
              <IconTrendingUp size={16} stroke={2} aria-hidden />
              {t('contests.rated')}
            </span>
          )}
        </h2>
        <ContestFacts contest={contest} />
        {me.isSupervisor && <GroupChips groups={contest.allowedGroups} />}
      </div>
      <div className={classes.right}>
        <VirtualButton className={classes.aside} contest={contest} />
        <TimeLeft contest={contest} status={status} />
        {(isLive || canStart) && (
          <span className={classes.action} aria-hidden>
            {t(contest.joined || me.isSupervisor ? 'contests.open' : 'contests.join')}
            {isOpening ? <IconLoader2 className={classes.spin} size={18} /> : <IconArrowRight size={18} />}
          </span>
        )}
      </div>
      {isLive && <Elapsed contest={contest} />}
    </li>
  );
}

/** Opens a contest on a plain click: checks admission first and stays on the list after a refusal. */
export function useOpenContest(contestId: number) {
  const admit = useAdmission();
  const navigate = useNavigateHere();
  const [isOpening, setOpening] = useState(false);
  async function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return; // a new tab checks admission itself
    event.preventDefault();
    setOpening(true);
    const mayEnter = await admit(contestId).catch(showError);
    setOpening(false);
    if (mayEnter) await navigate(`/contest/${contestId}`);
  }
  return { open, isOpening };
}

function TimeLeft({ contest, status }: { contest: Contest; status: ContestStatus }) {
  const { t } = useTranslation();
  const nowMs = useServerNow();
  const turnMs = ownTurnMs(contest, status, nowMs);
  if (turnMs === null) return null;
  const shown = status === 'FROZEN' ? 'RUNNING' : status;
  const caption = t(isStartable(contest, status, nowMs) ? 'clock.startable' : `clock.${shown}`);
  return (
    <div className={classes.left}>
      <Countdown className={classes.time} leftMs={turnMs - nowMs} />
      <span className={classes.caption}>{caption}</span>
    </div>
  );
}

/** Share of the main time that has passed. */
function Elapsed({ contest }: { contest: Contest }) {
  const nowMs = useServerNow();
  const part = Math.min(1, Math.max(0, (nowMs - contest.startTimeMs) / contest.durationTimeMs));
  return <span className={classes.elapsed} style={{ transform: `scaleX(${part})` }} aria-hidden />;
}
