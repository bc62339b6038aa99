import type { SolutionDetails } from '@balloon/contracts/solutions/solution-details.ts';
import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DeskBar } from '#features/jury-desk/desk-bar.tsx';
import { AllTestsSection } from '#features/solution-details/all-tests.tsx';
import { useSolutionDetails } from '#features/solution-details/details.data.ts';
import { JudgementHistory } from '#features/solution-details/judgement-history.tsx';
import classes from '#features/solution-details/judging-panel.module.css';
import { recheckSolution } from '#features/solutions/deciding.data.ts';
import { TestFilesSection } from '#features/test-files/test-files-section.tsx';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** Panel for supervisors: facts of the verdict, another judging, and a run on all tests. */
export function JudgingPanel({ solution }: { solution: Solution }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useSolutionDetails(solution.contestId, solution.id);
  return (
    <>
      <DeskBar solution={solution} />
      <section className={classes.panel} aria-labelledby="judging">
        <div className={classes.bar}>
          <h2 id="judging">{t('details.title')}</h2>
          <RejudgeButton solutionId={solution.id} />
        </div>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && <VerdictFacts verdict={data.verdict} />}
      </section>
      <JudgementHistory solution={solution} />
      {data && <AllTestsSection solution={solution} details={data} />}
      {solution.problem.systemType === 'balloon' && <TestFilesSection solution={solution} />}
    </>
  );
}

function RejudgeButton({ solutionId }: { solutionId: number }) {
  const { t } = useTranslation();
  const rejudge = useMutation({
    mutationFn: () => recheckSolution(solutionId),
    onSuccess: () => showDone(t('details.rejudgeDone')),
  });
  async function ask() {
    const isWanted = await confirm({
      title: t('details.rejudgeTitle', { id: solutionId }),
      text: t('details.rejudgeText'),
      yes: t('details.rejudge'),
    });
    if (isWanted) rejudge.mutate();
  }
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={rejudge.isPending}
      onClick={ask}
    >
      {t('details.rejudge')}
    </Button>
  );
}

/** Facts of the verdict; nothing while there is none. */
function VerdictFacts({ verdict: { comment, score, judgedBy } }: Pick<SolutionDetails, 'verdict'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const facts = [
    [t('details.score'), score === null ? null : formats.number(score)],
    [t('details.compiler'), judgedBy?.compiler],
    [t('details.mode'), judgedBy?.mode],
  ] as const;
  const known = facts.filter(([, value]) => value);
  return (
    <>
      {comment && <pre className={classes.comment}>{comment}</pre>}
      {known.length > 0 && (
        <dl className={classes.facts}>
          {known.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
