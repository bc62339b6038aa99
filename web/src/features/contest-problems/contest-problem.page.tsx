import type { ContestProblem } from '@balloon/contracts/problems/problems.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconInfoCircle, IconSend2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { LastSolution } from '#features/contest-problems/last-solution.tsx';
import { ProblemNotice } from '#features/contest-problems/problem-notice.tsx';
import { NeighbourProblems, ProblemStrip } from '#features/contest-problems/problem-strip.tsx';
import { Standing } from '#features/contest-problems/standing.tsx';
import { isOpenForSending, useContestStatus, useCurrentContest } from '#features/contests/current-contest.ts';
import { AskLink } from '#features/messages/inbox/ask-link.tsx';
import { pageStyle } from '#features/problems/booklet/page-style.ts';
import { PrintButton } from '#features/problems/booklet/print-button.tsx';
import { Editorial } from '#features/problems/editorial/editorial.tsx';
import { useLimitsText } from '#features/problems/limits.tsx';
import { contestProblemQuery, contestProblemsQuery } from '#features/problems/problems.data.ts';
import { Statement } from '#features/problems/statement/statement.tsx';
import classes from '#features/problems/statement/statement-page.module.css';
import { StatementSkeleton } from '#features/problems/statement/statement-skeleton.tsx';
import { usePreview } from '#features/problems/versions/use-preview.ts';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';
import { whenQuiet } from '#shared/api/browser/when-idle.ts';
import { isAdminUser, isSignedOut, useMe } from '#shared/api/queries/session.ts';
import { useLocale, usePageTitle } from '#shared/text/i18n.ts';
import { Tip } from '#shared/ui/floating/tip.tsx';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';
import { showError } from '#shared/ui/toasts/toasts.ts';

/** Characters of a title from which it is set smaller. */
const LONG_TITLE = 32;

/** For admins only, after the statement. */
const PinPanel = lazy(async () => {
  await whenQuiet();
  return { default: (await untilLoaded(() => import('#features/problems/versions/pin-panel.tsx'))).PinPanel };
});

/** /contest/{id}/problems/{letter} */
export function Component() {
  const contest = useCurrentContest();
  const status = useContestStatus(contest);
  const me = useMe();
  const locale = useLocale();
  const index = (useParams().problemIndex ?? '').toUpperCase();
  const { data: problems = [] } = useQuery(contestProblemsQuery(contest.id, locale));
  const { data: problem, error } = useQuery(contestProblemQuery(contest.id, index, locale));
  const preview = usePreview(problem?.id);
  useReturnToList(contest.id, problem === undefined ? error : null);
  usePageTitle(problem && `${index}. ${problem.title}`, error);
  const listed = problems.find(({ internalSymbolIndex }) => internalSymbolIndex === index);
  const shown = problem && { ...problem, ...preview.problem };
  return (
    <div className={classes.page}>
      <ProblemStrip contestId={contest.id} problems={problems} current={index} />
      {shown === undefined ? (
        <StatementSkeleton />
      ) : (
        <article>
          <style>{pageStyle(contest.name, [])}</style>
          <ProblemHead problem={shown} isSolved={listed?.verdictStatus.accepted ?? false}>
            <PrintButton />
            {me.isSupervisor && <AboutProblem problemId={shown.id} />}
            <SendButton index={index} />
          </ProblemHead>
          {isAdminUser(me) && (
            <Suspense>
              <PinPanel contest={contest} problem={shown} preview={preview} />
            </Suspense>
          )}
          <div className={classes.standing}>
            {listed && <StandingLine standing={listed.verdictStatus} />}
            <LastSolution contestId={contest.id} problemId={shown.id} />
          </div>
          <ProblemNotice problem={shown} />
          <Statement problem={shown} />
          {(me.isSupervisor || status === 'FINISHED') && <Editorial problemId={shown.id} />}
          <SendButton index={index} />
          <AskLink contestId={contest.id} index={index} />
        </article>
      )}
      <NeighbourProblems contestId={contest.id} problems={problems} current={index} />
    </div>
  );
}

/** Leads back to the list, with the reason, when a problem cannot be read. */
function useReturnToList(contestId: number, error: Error | null) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (error === null || isSignedOut(queryClient)) return;
    showError(error);
    void navigate(`/contest/${contestId}/problems`, { replace: true });
  }, [error, contestId, navigate, queryClient]);
}

function ProblemHead({
  problem,
  isSolved,
  children,
}: {
  problem: ContestProblem;
  isSolved: boolean;
  children: ReactNode;
}) {
  const limitsText = useLimitsText();
  return (
    <header className={classes.head}>
      <ProblemBalloon
        index={problem.internalSymbolIndex}
        color={problem.color}
        size={64}
        hollow={!isSolved}
      />
      <div className={classes.headText}>
        <h1 className={classes.title} data-long={problem.title.length > LONG_TITLE}>
          {problem.title}
        </h1>
        <p className={classes.limits}>{limitsText(problem)}</p>
      </div>
      <div className={classes.headTools}>{children}</div>
    </header>
  );
}

/** Link to the origin, versions and other contests of the problem; for supervisors. */
function AboutProblem({ problemId }: { problemId: number }) {
  const { t } = useTranslation();
  return (
    <Tip label={t('problem.origin')}>
      <ActionIcon component={Link} to={`/problems/${problemId}`} aria-label={t('problem.origin')}>
        <IconInfoCircle size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tip>
  );
}

function StandingLine({ standing }: { standing: { accepted: boolean; wrongsNumber: number } }) {
  return (
    <div aria-live="polite">
      <Standing standing={standing} />
    </div>
  );
}

/** Link to the sending screen; absent when nothing can be sent any more. */
function SendButton({ index }: { index: string }) {
  const { t } = useTranslation();
  const me = useMe();
  const contest = useCurrentContest();
  if (!isOpenForSending(useContestStatus(contest), me.isSupervisor)) return null;
  return (
    <Button
      component={Link}
      to={`/contest/${contest.id}/send/${index}`}
      leftSection={<IconSend2 size={18} aria-hidden />}
      className={classes.send}
    >
      {t('problems.sendShort', { index })}
    </Button>
  );
}
