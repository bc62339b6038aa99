import type { FoundProblem, Rescan } from '@balloon/contracts/problem-admin.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useRescanProblem, useRestoreProblem } from '#features/problem-admin/problem-admin.data.ts';
import { showDone, showNotice, showWarning } from '#shared/ui/toasts.ts';

/** Restores a deleted problem, or imports the kept package of one anew, and reports the outcome. */
export function useProblemChanges(problem: FoundProblem) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const restoring = useRestoreProblem();
  const rescanning = useRescanProblem();
  const { title } = problem;

  function report({ state, versionNumber, message }: Rescan) {
    void queryClient.invalidateQueries({ queryKey: ['problem', problem.id] });
    void queryClient.invalidateQueries({ queryKey: ['imports'] });
    if (state === 'done') showDone(t('adminProblems.rescanned', { title, number: versionNumber }));
    else if (state === 'queued' || state === 'running')
      showNotice(t('adminProblems.rescanGoesOn', { title }));
    else showWarning(t('adminProblems.rescanFailed', { title, message: message ?? '' }));
  }

  return {
    isPending: restoring.isPending || rescanning.isPending,
    restore: () =>
      restoring.mutate(problem, { onSuccess: () => showDone(t('adminProblems.restored', { title })) }),
    rescan: () => rescanning.mutate(problem, { onSuccess: report }),
  };
}
