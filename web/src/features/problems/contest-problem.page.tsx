import type { ContestProblem } from '@balloon/contracts/problems.ts';
import { Button } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { isOpenForSending, useContestStatus, useCurrentContest } from '#features/contests/current-contest.ts';
import { AskLink } from '#features/messages/ask-link.tsx';
import classes from '#features/problems/contest-problem.module.css';
import { useLimitsText } from '#features/problems/limits.tsx';
import { NeighbourProblems, ProblemStrip } from '#features/problems/problem-strip.tsx';
import { contestProblemQuery, contestProblemsQuery } from '#features/problems/problems.data.ts';
import { Standing } from '#features/problems/standing.tsx';
import { Statement } from '#features/problems/statement.tsx';
import { StatementSkeleton } from '#features/problems/statement-skeleton.tsx';
import { useLocale, usePageTitle } from '#shared/i18n.ts';
import { ProblemBalloon } from '#shared/problem-balloon.tsx';
import { isSignedOut, useMe } from '#shared/session.ts';
import { showError } from '#shared/toasts.ts';

/** /contest/{id}/problems/{letter} */
export function Component() {
  const contest = useCurrentContest();
  const locale = useLocale();
  const index = (useParams().problemIndex ?? '').toUpperCase();
  const { data: problems = [] } = useQuery(contestProblemsQuery(contest.id, locale));
  const { data: problem, error } = useQuery(contestProblemQuery(contest.id, index, locale));
  useReturnToList(contest.id, problem === undefined ? error : null);
  usePageTitle(problem && `${index}. ${problem.title}`);
  const listed = problems.find(({ internalSymbolIndex }) => internalSymbolIndex === index);
  return (
    <div className={classes.page}>
      <ProblemStrip contestId={contest.id} problems={problems} current={index} />
      {problem === undefined ? (
        <StatementSkeleton />
      ) : (
        <article>
          <ProblemHead problem={problem} isSolved={listed?.verdictStatus.accepted ?? false} />
          {listed && <StandingLine standing={listed.verdictStatus} />}
          <Statement problem={problem} />
          <SendButton index={index} />
          <AskLink contestId={contest.id} index={index} />
        </article>
      )}
      <NeighbourProblems contestId={contest.id} problems={problems} current={index} />
    </div>
  );
}

/** A problem that cannot be read leads back to the list, with the reason. */
function useReturnToList(contestId: number, error: Error | null) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (error === null || isSignedOut(queryClient)) return;
    showError(error);
    void navigate(`/contest/${contestId}/problems`, { replace: true });
  }, [error, contestId, navigate, queryClient]);
}

function ProblemHead({ problem, isSolved }: { problem: ContestProblem; isSolved: boolean }) {
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
        <h1 className={classes.title}>{problem.title}</h1>
        <p className={classes.limits}>{limitsText(problem)}</p>
      </div>
      <div className={classes.headSend}>
        <SendButton index={problem.internalSymbolIndex} />
      </div>
    </header>
  );
}

function StandingLine({ standing }: { standing: { accepted: boolean; wrongsNumber: number } }) {
  return (
    <div className={classes.standing} aria-live="polite">
      <Standing standing={standing} />
    </div>
  );
}

/** Gone once nothing can be sent any more. */
function SendButton({ index }: { index: string }) {
  const { t } = useTranslation();
  const me = useMe();
  const contest = useCurrentContest();
  if (!isOpenForSending(useContestStatus(contest), me.isSupervisor)) return null;
  return (
    <Button
      component={Link}
      to={`/contest/${contest.id}/send/${index}`}
      leftSection={<IconSend2 size={19} aria-hidden />}
      className={classes.send}
    >
      {t('problems.sendShort', { index })}
    </Button>
  );
}
