import type { Contest } from '@balloon/contracts/contests.ts';
import i18next from 'i18next';
import { createElement } from 'react';
import { modals } from '#shared/ui/dialogs/modals.ts';

const DIALOG = 'virtual';

/**
 * Opens the dialog of virtual participation; its code comes with the first opening.
 *
 * @param onStart leads to the contest in which the person takes part
 */
export async function openVirtual(
  contest: Pick<Contest, 'id' | 'name'>,
  onStart: (contestId: number) => void,
): Promise<void> {
  const { VirtualForm } = await import('#features/virtual/virtual-form.tsx');
  modals.open({
    modalId: DIALOG,
    title: i18next.t('virtual.title', { name: contest.name }),
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    children: createElement(VirtualForm, {
      contestId: contest.id,
      onEnter: (contestId: number) => {
        modals.close(DIALOG);
        onStart(contestId);
      },
    }),
  });
}
