import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, useLoaderData, useNavigate, useParams } from 'react-router';
import classes from '#features/contest-frame/contest-frame.module.css';
import { ContestTabs } from '#features/contest-frame/contest-tabs.tsx';
import type { ContestEntry } from '#features/contest-frame/first-screen.ts';
import { JudgingFaults } from '#features/contest-frame/judging-faults.tsx';
import { KeptNotice } from '#features/contest-frame/kept-notice.tsx';
import { NoJudgeNotice } from '#features/contest-frame/no-judge-notice.tsx';
import { PartNotice } from '#features/contest-frame/part-notice.tsx';
import { useOwnWindow } from '#features/contest-frame/use-own-window.ts';
import { VerdictMoment } from '#features/contest-frame/verdict-moment.tsx';
import { useAdmission } from '#features/contests/admission.ts';
import { ContestClock } from '#features/contests/contest-clock.tsx';
import { contestQuery } from '#features/contests/contests.data.ts';
import { CurrentContest } from '#features/contests/current-contest.ts';
import { useRefreshAtTurns } from '#features/contests/use-refresh-at-turns.ts';
import { Inbox } from '#features/messages/inbox/inbox.tsx';
import { UrgentMessages } from '#features/messages/inbox/urgent-messages.tsx';
import { useLiveLanguages } from '#features/problems/live-languages.ts';
import { useLiveStanding } from '#features/problems/problems.data.ts';
import { isConnectionTrouble } from '#shared/api/calls/sure-sending.ts';
import { connectSocket, useContestRoom, useSolutionsRoom } from '#shared/api/live/socket.ts';
import { isSignedOut, useMe } from '#shared/api/queries/session.ts';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { SocketIndicator } from '#shared/ui/states/socket-indicator.tsx';
import { showError } from '#shared/ui/toasts/toasts.ts';
import { Header } from '#shell/header.tsx';
import { PageFrame } from '#shell/page-frame.tsx';

/** Frame of everything under /contest/{id}: lets the person in first, then shows the screen. */
export function Component() {
  const contestId = Number(useParams().contestId);
  const isAdmitted = useEntry(contestId);
  return isAdmitted ? <ContestFrame key={contestId} contestId={contestId} /> : <Entrance />;
}

/** Frame of which not even the contest's name is known; most contests answer before its placeholder is seen. */
function Entrance() {
  return (
    <PageFrame header={<Header />}>
      <div className={classes.entrance}>
        <RowsPlaceholder />
      </div>
    </PageFrame>
  );
}

/**
 * Returns whether the person was admitted; leads back to the list after a refusal by either side. A server that is not reached
 * refuses nobody: the person stays at the address, where the contest opens as soon as it answers.
 */
function useEntry(contestId: number): boolean {
  const { isEntered } = useLoaderData<ContestEntry>();
  const [admittedId, setAdmittedId] = useState(isEntered ? contestId : null);
  const [trouble, setTrouble] = useState<Error | null>(null);
  const admit = useAdmission();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isAdmitted = admittedId === contestId;
  useEffect(() => {
    if (isAdmitted) return;
    let isCurrent = true;
    void admit(contestId).then((mayEnter) => {
      if (!isCurrent) return;
      if (mayEnter) setAdmittedId(contestId);
      else if (!isSignedOut(queryClient)) void navigate('/contests', { replace: true });
    }, setTrouble);
    return () => {
      isCurrent = false;
    };
  }, [admit, contestId, isAdmitted, navigate, queryClient]);
  if (trouble && !isAdmitted) throw trouble;
  return isAdmitted;
}

function ContestFrame({ contestId }: { contestId: number }) {
  const { data: contest, error } = useQuery(contestQuery(contestId));
  const { isSupervisor, teams } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useEffect(() => void connectSocket(queryClient), [queryClient]);
  useContestRoom(contestId);
  useSolutionsRoom();
  useLiveStanding(contestId);
  useLiveLanguages(contestId);
  useRefreshAtTurns(contest);
  useOwnWindow(contest);
  useEffect(() => {
    if (error === null || contest !== undefined || isSignedOut(queryClient)) return;
    if (isConnectionTrouble(error)) return;
    showError(error);
    void navigate('/contests', { replace: true });
  }, [error, contest, navigate, queryClient]);

  if (contest === undefined && isConnectionTrouble(error)) throw error;
  if (contest === undefined) return <Entrance />;
  return (
    <CurrentContest value={contest}>
      <PageFrame
        header={
          <Header>
            <p className={classes.name} title={contest.name}>
              {contest.name}
            </p>
            <ContestTabs place="header" contest={contest} />
            <div className={classes.live}>
              <ContestClock contest={contest} />
              <SocketIndicator />
              <Inbox contestId={contestId} />
            </div>
          </Header>
        }
        bottom={<ContestTabs place="bottom" contest={contest} />}
      >
        <KeptNotice contestId={contestId} />
        {teams && <PartNotice contestId={contestId} />}
        <UrgentMessages contestId={contestId} />
        {isSupervisor && <NoJudgeNotice contest={contest} />}
        {isSupervisor && <JudgingFaults contestId={contestId} />}
        <Outlet />
        <VerdictMoment contestId={contestId} />
      </PageFrame>
    </CurrentContest>
  );
}
