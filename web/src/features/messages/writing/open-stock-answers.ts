import i18next from 'i18next';
import { createElement } from 'react';
import { modals } from '#shared/ui/dialogs/modals.ts';

const DIALOG = 'stock-answers';

/** Opens the dialog that edits the stock answers of a contest; its code comes with the first opening. */
export async function openStockAnswers(contestId: number): Promise<void> {
  const { StockAnswersForm } = await import('#features/messages/writing/stock-answers-form.tsx');
  modals.open({
    modalId: DIALOG,
    title: i18next.t('messages.editStock'),
    size: 'xl',
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    children: createElement(StockAnswersForm, { contestId, onDone: () => modals.close(DIALOG) }),
  });
}
