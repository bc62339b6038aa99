import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  deleteSolution,
  duplicateSolution,
  type RejudgeScope,
  recheckSolution,
} from '#features/solutions/deciding.data.ts';
import { useRejudging } from '#features/solutions/resets.data.ts';
import { confirm, type Question } from '#shared/ui/dialogs/confirm.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** Reads anew the lists that show a decision: events reach those of one contest, but no list of several. */
export const refreshLists = (queryClient: QueryClient, contestId: number) =>
  Promise.all(
    ['solutions', 'cell'].map((list) =>
      queryClient.invalidateQueries({ queryKey: ['contest', contestId, list] }),
    ),
  );

/** Actions on a solution, each with a question and a confirmation; a verdict is chosen in `VerdictDialog`. */
export function useSolutionDecisions(solution: Solution) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { id, contestId } = solution;
  const rejudge = useRejudging(contestId);
  const name = solution.author.fullName || solution.author.username;
  const { mutate, isPending } = useMutation({
    mutationFn: ({ act }: { act: () => Promise<void> }) => act(),
    onSettled: () => refreshLists(queryClient, contestId),
  });
  const ask = async (question: Question, act: () => Promise<string>) => {
    if (await confirm(question)) mutate({ act: async () => showDone(await act()) });
  };

  return {
    isPending,
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
        () => rejudge(scope),
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
