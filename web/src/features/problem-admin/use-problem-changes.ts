import type { FoundProblem, Rescan } from '@balloon/contracts/problems/problem-admin.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useReadAgain } from '#features/outside-jobs/use-read-again.ts';
import { useRescanProblem, useRestoreProblem } from '#features/problem-admin/problem-admin.data.ts';
import { showDone, showNotice, showWarning } from '#shared/ui/toasts/toasts.ts';

/**
 * Restores a deleted problem, or makes a version anew of where it comes from: of its kept package, or of the system that
 * judges it. Reports the outcome.
 */
export function useProblemChanges(problem: FoundProblem) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { title } = problem;
  const restoring = useRestoreProblem(() => showDone(t('adminProblems.restored', { title })));
  const rescanning = useRescanProblem(report);
  const reading = useReadAgain(problem);

  function report({ state, versionNumber, message }: Rescan) {
    void queryClient.invalidateQueries({ queryKey: ['problem', problem.id] });
    void queryClient.invalidateQueries({ queryKey: ['imports'] });
    if (state === 'done') showDone(t('adminProblems.rescanned', { title, number: versionNumber }));
    else if (state === 'queued' || state === 'running')
      showNotice(t('adminProblems.rescanGoesOn', { title }));
    else showWarning(t('adminProblems.rescanFailed', { title, message: message ?? '' }));
  }

  return {
    isPending: restoring.isPending || rescanning.isPending || reading.isPending,
    restore: () => restoring.mutate(problem),
    rescan: () => (problem.outside === null ? rescanning.mutate(problem) : reading.readAgain()),
  };
}
