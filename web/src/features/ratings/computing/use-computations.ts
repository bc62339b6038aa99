import type { RatingComputation } from '@balloon/contracts/ratings/rating-computations.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  decideComputation,
  discardComputation,
  startComputation,
} from '#features/ratings/computing/computations.data.ts';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** People whom a computation concerns, added up over its groups. */
export function totalsOf({ groups }: RatingComputation) {
  const sum = (field: 'people' | 'risen' | 'fallen' | 'newcomers' | 'gone') =>
    groups.reduce((total, group) => total + group[field], 0);
  return {
    groups: groups.length,
    people: sum('people'),
    risen: sum('risen'),
    fallen: sum('fallen'),
    newcomers: sum('newcomers'),
    gone: sum('gone'),
  };
}

/** Solutions whose verdicts were open when ratings were computed. */
export const undecidedSolutions = ({ undecided }: Pick<RatingComputation, 'undecided'>) =>
  undecided.reduce((sum, { solutions }) => sum + solutions, 0);

/** Starting a computation, and what can be decided about one. Ratings shown anywhere are read again. */
export function useComputations() {
  const { t } = useTranslation();
  const formats = useFormats();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['rating'] });
  const start = useMutation({ mutationFn: startComputation, onSettled });
  const discard = useMutation({ mutationFn: discardComputation, onSettled });
  const decide = useMutation({
    mutationFn: ({ number, decision }: { number: number; decision: 'store' | 'undo' }) =>
      decideComputation(number, decision),
    onSuccess: (_done, { decision }) =>
      showDone(t(decision === 'store' ? 'ratingAdmin.stored' : 'ratingAdmin.undone')),
    onSettled,
  });
  async function ask(computation: RatingComputation, decision: 'store' | 'undo') {
    const { groups, people } = totalsOf(computation);
    const concerns = t('ratingAdmin.concerns', {
      groups: t('ratingAdmin.groupsNumber', { count: groups }),
      people: t('ratingAdmin.peopleNumber', { count: people, number: formats.number(people) }),
    });
    const count = decision === 'store' ? undecidedSolutions(computation) : 0;
    const warning = count > 0 ? ` ${t('ratingAdmin.undecided', { count })}` : '';
    const isSure = await confirm({
      title: t(`ratingAdmin.${decision}Title`),
      text: `${t(`ratingAdmin.${decision}Text`)} ${concerns}${warning}`,
      yes: t(`ratingAdmin.${decision}`),
      isDestructive: decision === 'undo',
    });
    if (isSure) decide.mutate({ number: computation.number, decision });
  }
  return {
    start,
    discard,
    isDeciding: decide.isPending,
    store: (computation: RatingComputation) => void ask(computation, 'store'),
    undo: (computation: RatingComputation) => void ask(computation, 'undo'),
  };
}
