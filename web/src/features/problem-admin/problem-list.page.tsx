import type { FoundProblem } from '@balloon/contracts/problems/problem-admin.ts';
import { Button } from '@mantine/core';
import { IconPuzzle, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import { DeleteProblemDialog } from '#features/problem-admin/delete-problem-dialog.tsx';
import {
  PROBLEMS_PAGE_SIZE,
  type ProblemListChoice,
  problemListQuery,
} from '#features/problem-admin/problem-admin.data.ts';
import { isNarrowed, problemListPath, readProblemChoice } from '#features/problem-admin/problem-list.url.ts';
import { ProblemListToolbar } from '#features/problem-admin/problem-list-toolbar.tsx';
import { ProblemQuickView } from '#features/problem-admin/problem-quick-view.tsx';
import { ProblemTable } from '#features/problem-admin/problem-table.tsx';
import { ProblemTableSkeleton } from '#features/problem-admin/problem-table-skeleton.tsx';
import { usePageTitle } from '#shared/text/i18n.ts';
import { useAddressChange } from '#shared/ui/behaviour/use-address-change.ts';
import { Pager } from '#shared/ui/lists/pager.tsx';
import { pagesNumber } from '#shared/ui/lists/pages.ts';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';
import { ProblemsHead } from '#shell/problems-head.tsx';

const PAGER_REACH = 5;

/** /admin/problems */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('admin.problems'));
  const [search] = useSearchParams();
  const choice = readProblemChoice(search);
  const change = useAddressChange(choice, problemListPath);
  return (
    <>
      <ProblemsHead />
      <ProblemListToolbar choice={choice} onChange={(changed) => change({ page: 1, ...changed })} />
      <ProblemList choice={choice} />
    </>
  );
}

function ProblemList({ choice }: { choice: ProblemListChoice }) {
  const { data, error, isPlaceholderData, refetch } = useQuery(problemListQuery(choice));
  const [viewed, setViewed] = useState<FoundProblem | null>(null);
  const [deleting, setDeleting] = useState<FoundProblem | null>(null);
  if (data === undefined) {
    return error === null ? (
      <ProblemTableSkeleton />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  const last = pagesNumber(data.problemsNumber, PROBLEMS_PAGE_SIZE);
  if (choice.page > last && !isPlaceholderData) {
    return <Navigate replace to={problemListPath({ ...choice, page: last })} />;
  }
  if (data.problems.length === 0) return <NoProblems isFiltered={isNarrowed(choice)} />;
  return (
    <>
      <ProblemTable
        problems={data.problems}
        problemsNumber={data.problemsNumber}
        isStale={isPlaceholderData}
        onView={setViewed}
        onDelete={setDeleting}
      />
      <Pager
        current={choice.page}
        last={last}
        reach={PAGER_REACH}
        to={(page) => problemListPath({ ...choice, page })}
      />
      <ProblemQuickView problem={viewed} onClose={() => setViewed(null)} />
      <DeleteProblemDialog problem={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

function NoProblems({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation();
  const kind = isFiltered ? 'nothingFound' : 'empty';
  return (
    <EmptyState
      icon={<IconPuzzle size={44} stroke={1.4} aria-hidden />}
      title={t(`adminProblems.${kind}.title`)}
      text={t(`adminProblems.${kind}.text`)}
      action={
        isFiltered ? (
          <Button component={Link} to={problemListPath()} variant="default">
            {t('adminProblems.showAll')}
          </Button>
        ) : (
          <Button
            component={Link}
            to="/admin/problems/upload"
            leftSection={<IconUpload size={18} aria-hidden />}
          >
            {t('adminProblems.uploadFirst')}
          </Button>
        )
      }
    />
  );
}
