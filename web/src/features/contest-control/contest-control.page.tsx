import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import { contestStatus, isFloating } from '@balloon/domain/contests/contest-phase.ts';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { AnnounceButton } from '#features/contest-control/announce-button.tsx';
import { useControl } from '#features/contest-control/contest-control.data.ts';
import classes from '#features/contest-control/contest-control.module.css';
import { ContestTools } from '#features/contest-control/contest-tools.tsx';
import { ControlTiles } from '#features/contest-control/control-tiles.tsx';
import { PeopleButton } from '#features/contest-control/people/people-button.tsx';
import { ProblemTable } from '#features/contest-control/problem-table.tsx';
import { SubmissionsChart } from '#features/contest-control/submissions-chart.tsx';
import { ControlClock } from '#features/contest-control/time/control-clock.tsx';
import { ExtraTimeButton } from '#features/contest-control/time/extra-time-button.tsx';
import { RemovedIntervalsButton } from '#features/contest-control/time/removed-intervals-button.tsx';
import { ThawActions } from '#features/contest-control/time/thaw-actions.tsx';
import { TimeActions } from '#features/contest-control/time/time-actions.tsx';
import { UndoBar, useLastChange } from '#features/contest-control/undo-bar.tsx';
import { useJudgingFaults } from '#features/contest-frame/judging-faults.tsx';
import { StatusName } from '#features/contests/status-name.tsx';
import { ResetLine } from '#features/solutions/reset-progress.tsx';
import { useServerNow } from '#shared/api/live/server-clock.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { SocketIndicator } from '#shared/ui/states/socket-indicator.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** /admin/contests/{id}/live */
export function Component() {
  const contestId = Number(useParams().contestId);
  return <Control key={contestId} contestId={contestId} />;
}

function Control({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const { data: state, error, refetch } = useControl(contestId);
  usePageTitle(state && t('control.title', { contest: state.contest.name }), error);
  if (error && !state) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!state) return <ControlSkeleton />;
  return <ControlScreen state={state} />;
}

function ControlScreen({ state }: { state: ContestControl }) {
  const { t } = useTranslation();
  const { contest } = state;
  const nowMs = useServerNow();
  const status = contestStatus(contest, nowMs);
  const { last, note, forget } = useLastChange(contest.revision);
  useJudgingFaults(contest.id);
  // Windows of their own have extra time one by one, on their own screen, and nothing is cut out of all of them.
  const isMoved = status !== 'WAITING' && !isFloating(contest);
  const to = `/contest/${contest.id}`;
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className={classes.naming}>
          <div className={classes.state}>
            <StatusName status={status} />
            <ResetLine contestId={contest.id} />
          </div>
          <h1 className={classes.title}>{contest.name}</h1>
        </div>
        <nav className={classes.links} aria-label={t('control.links')}>
          <SocketIndicator />
          <Link to={to}>{t('control.toContest')}</Link>
          <Link to={`${to}/table`}>{t('tabs.scoreboard')}</Link>
          <Link to={`${to}/solutions/all`}>{t('tabs.solutions')}</Link>
          <Link to={`${to}/messages`}>{t('tabs.messages')}</Link>
          <Link to={`/admin/contests/edit/${contest.id}`}>{t('adminContests.edit')}</Link>
        </nav>
      </header>
      <div className={classes.now}>
        <ControlClock contest={contest} status={status} nowMs={nowMs} />
        <SubmissionsChart state={state} nowMs={nowMs} />
      </div>
      <section className={classes.actions} aria-label={t('control.actions')}>
        <h2 className="visually-hidden">{t('control.actions')}</h2>
        <TimeActions state={state} status={status} onChanged={note} />
        <ThawActions contest={contest} nowMs={nowMs} onChanged={note} />
        <AnnounceButton contestId={contest.id} />
        <PeopleButton contest={contest} />
        {isMoved && <ExtraTimeButton state={state} onChanged={note} />}
        {isMoved && <RemovedIntervalsButton contest={contest} onChanged={note} />}
      </section>
      <UndoBar last={last} onDone={forget} contestId={contest.id} />
      <section>
        <h2 className="visually-hidden">{t('control.figures')}</h2>
        <ControlTiles state={state} status={status} nowMs={nowMs} />
      </section>
      <ContestTools contestId={contest.id} isFloating={isFloating(contest)} />
      <ProblemTable state={state} onChanged={note} />
    </div>
  );
}

function ControlSkeleton() {
  return (
    <div className={classes.page} aria-hidden>
      <Skeleton height={56} width="60%" radius="sm" />
      <div className={classes.now}>
        <Skeleton height={190} radius="md" />
        <Skeleton height={190} radius="md" />
      </div>
      <Skeleton height={44} width="50%" radius="md" />
      <Skeleton height={104} radius="md" />
      <Skeleton height={320} radius="md" />
    </div>
  );
}
