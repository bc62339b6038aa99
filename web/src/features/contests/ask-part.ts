import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { createElement } from 'react';
import { ownPartsQuery } from '#features/contests/own-part.ts';
import { modals } from '#shared/ui/dialogs/modals.ts';

const DIALOG = 'part';

/**
 * Asks a member of teams as whom they take part in a contest; every screen of it is another one then.
 *
 * @param rules what joining brings with it
 * @returns whether they have chosen
 */
export async function askPart(
  queryClient: QueryClient,
  contestId: number,
  rules: readonly string[] = [],
): Promise<boolean> {
  const [{ PartChoice }, parts] = await Promise.all([
    import('#features/contests/part-choice.tsx'),
    queryClient.fetchQuery({ ...ownPartsQuery(contestId), staleTime: 0 }),
  ]);
  return new Promise((resolve) => {
    const onChosen = () => {
      resolve(true);
      modals.close(DIALOG);
      void queryClient.invalidateQueries();
    };
    modals.open({
      modalId: DIALOG,
      title: i18next.t('part.title'),
      closeButtonProps: { 'aria-label': i18next.t('common.close') },
      onClose: () => resolve(false), // after a choice without effect
      children: createElement(PartChoice, { contestId, parts, rules, onChosen }),
    });
  });
}
