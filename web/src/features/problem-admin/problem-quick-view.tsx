import type { FoundProblem } from '@balloon/contracts/problems/problem-admin.ts';
import { Button, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/problem-admin/delete-problem-dialog.module.css';
import { useLimitsText } from '#features/problems/limits.tsx';
import { problemQuery } from '#features/problems/problems.data.ts';
import { Statement } from '#features/problems/statement/statement.tsx';
import { StatementSkeleton } from '#features/problems/statement/statement-skeleton.tsx';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { useLocale } from '#shared/text/i18n.ts';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** The statement of a problem over the list. */
export function ProblemQuickView({
  problem,
  onClose,
}: {
  problem: FoundProblem | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  return (
    <Modal
      opened={problem !== null}
      onClose={onClose}
      title={problem && `${problem.id}. ${problem.title}`}
      size={820}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {problem && <Content problemId={problem.id} />}
    </Modal>
  );
}

function Content({ problemId }: { problemId: number }) {
  const { t } = useTranslation();
  const limitsText = useLimitsText();
  const { data: problem, error, refetch } = useQuery(problemQuery(problemId, undefined, useLocale()));
  if (problem === undefined) {
    return error === null ? (
      <StatementSkeleton />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <>
      <p>{limitsText(problem)}</p>
      <Statement problem={problem} />
      <Group className={classes.buttons}>
        <Button component={Link} to={`/admin/problems/edit/${problemId}`} variant="default">
          {t('adminProblems.editShort')}
        </Button>
        <Button component={Link} to={`/problems/${problemId}`} variant="default">
          {t('adminProblems.openPage')}
        </Button>
      </Group>
    </>
  );
}
