import type { Solution } from '@balloon/contracts/solutions.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  changeVerdict,
  deleteSolution,
  duplicateSolution,
  type RejudgeScope,
  recheckSolution,
  rejudgeMany,
} from '#features/solutions/deciding.data.ts';
import { confirm, type Question } from '#shared/ui/confirm.tsx';
import { showDone } from '#shared/ui/toasts.ts';
import { showUndoable } from '#shared/ui/undo-toast.tsx';

/**
 * Actions on a solution, each with a question and a confirmation; a verdict just chosen is not asked about
 * again.
 */
export function useSolutionDecisions(solution: Solution) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { id, contestId } = solution;
  const name = solution.author.fullName || solution.author.username;
  // Events reach open lists of the contest; a list of several contests receives none.
  const refresh = () =>
    Promise.all(
      ['solutions', 'cell'].map((list) =>
        queryClient.invalidateQueries({ queryKey: ['contest', contestId, list] }),
      ),
    );
  const { mutate, isPending } = useMutation({
    mutationFn: ({ act }: { act: () => Promise<void> }) => act(),
    onSettled: refresh,
  });
  const { verdictId: formerId } = solution;
  const bringVerdictBack = () =>
    (formerId === null ? recheckSolution(id) : changeVerdict(id, formerId)).then(refresh);
  const ask = async (question: Question, act: () => Promise<string>) => {
    if (await confirm(question)) mutate({ act: async () => showDone(await act()) });
  };

  return {
    isPending,
    changeVerdict: (verdictId: number) =>
      mutate({
        act: async () => {
          await changeVerdict(id, verdictId);
          const undone = formerId === null ? t('details.rejudgeDone') : t('deciding.verdictBack', { id });
          showUndoable(t('deciding.verdictChanged', { id }), { undo: bringVerdictBack, undone });
        },
      }),
    recheck: () =>
      ask(
        {
          title: t('details.rejudgeTitle', { id }),
          text: t('details.rejudgeText'),
          yes: t('deciding.recheck'),
        },
        async () => {
          await recheckSolution(id);
          return t('details.rejudgeDone');
        },
      ),
    duplicate: (asAdmin: boolean) =>
      ask(
        {
          title: t('deciding.duplicateTitle', { id }),
          text: asAdmin ? t('deciding.duplicateAsJuryText') : t('deciding.duplicateText', { name }),
          yes: asAdmin ? t('deciding.duplicateAsJury') : t('deciding.duplicate'),
        },
        async () => {
          const copy = await duplicateSolution(id, asAdmin);
          return t('deciding.duplicated', { id, copyId: copy.id });
        },
      ),
    rejudge: (scope: Omit<RejudgeScope, 'contestId'>) =>
      ask(
        {
          title: t('deciding.manyTitle'),
          text: t(manyText(scope), { index: scope.problemIndex, name }),
          yes: t('deciding.recheckMany'),
        },
        async () => {
          const { count } = await rejudgeMany({ ...scope, contestId });
          return t('deciding.manyDone', { count });
        },
      ),
    remove: () =>
      ask(
        {
          title: t('deciding.deleteTitle', { id }),
          text: t('deciding.deleteText', { name }),
          yes: t('deciding.delete'),
          isDestructive: true,
        },
        async () => {
          await deleteSolution(id);
          return t('deciding.deleted', { id });
        },
      ),
  };
}

function manyText({ problemIndex, userId }: Omit<RejudgeScope, 'contestId'>) {
  if (problemIndex === undefined) return 'deciding.ofUserText';
  return userId === undefined ? 'deciding.ofProblemText' : 'deciding.ofBothText';
}
