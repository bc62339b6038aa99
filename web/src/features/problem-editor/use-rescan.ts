import type { Rescan } from '@balloon/contracts/problems/problem-admin.ts';
import type { EditedProblem } from '@balloon/contracts/problems/problem-editor.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { post } from '#shared/api/calls/api.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showDone, showWarning } from '#shared/ui/toasts/toasts.ts';

export interface RescanProps {
  problem: EditedProblem;
  /** Whether anything of the problem is changed and not saved. */
  hasChanges: boolean;
  /** The changes may give way to the version that is about to come. Returns what keeps them where none comes. */
  onGiveUp: () => () => void;
}

/**
 * Imports the kept package anew: a judge makes the tests by its script, runs all its solutions, and what is in it becomes
 * the next version.
 */
export function useRescan({ problem, hasChanges, onGiveUp }: RescanProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => post<Rescan>(`/api/admin/problems/${problem.id}/rescan`),
    onSuccess: async ({ state, message, versionNumber }) => {
      if (state === 'done') showDone(t('problemEditor.rescanned', { number: versionNumber }));
      else showWarning(message ?? t('problemEditor.rescanGoesOn'));
      await queryClient.invalidateQueries({ queryKey: ['admin', 'problem', problem.id] });
    },
  });
  async function ask() {
    const text = [t('problemEditor.regenerateText'), hasChanges && t('problemEditor.losesChanges')];
    const question = { title: t('problemEditor.regenerateQuestion'), text: text.filter(Boolean).join(' ') };
    if (!(await confirm({ ...question, yes: t('problemEditor.regenerate') }))) return;
    const keep = onGiveUp();
    mutateAsync().then(({ message }) => message !== null && keep(), keep);
  }
  return { ask, isPending };
}
