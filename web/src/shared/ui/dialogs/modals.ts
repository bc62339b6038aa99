import { modals as shown } from '@mantine/modals';

/** Calls that came before the part of the page that shows dialogs was loaded; null from then on. */
let waiting: (() => void)[] | null = [];

/** Shows what was asked for meanwhile. */
export function startShowingModals(): void {
  const early = waiting ?? [];
  waiting = null;
  for (const call of early) call();
}

const later =
  <Sent extends readonly unknown[]>(call: (...sent: Sent) => unknown) =>
  (...sent: Sent): void => {
    if (waiting === null) call(...sent);
    else waiting.push(() => call(...sent));
  };

/** Dialogs of the library, which loses those that nothing is there to show yet. */
export const modals = {
  open: later(shown.open),
  openConfirmModal: later(shown.openConfirmModal),
  updateModal: later(shown.updateModal),
  close: later(shown.close),
  closeAll: later(shown.closeAll),
};
