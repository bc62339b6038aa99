import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { closeButton, showDone, showError } from '#shared/ui/toasts/toasts.ts';
import classes from '#shared/ui/toasts/undo-toast.module.css';

/** Long enough to read it and to reach the button by keyboard, in ms. */
const SHOWN_MS = 12_000;

/**
 * Confirms a supervisor's action that can be undone, with the button that does so.
 *
 * @param undo brings the former state back
 * @param undone text that confirms it
 */
export function showUndoable(
  text: string,
  { undo, undone }: { undo: () => Promise<unknown>; undone: string },
): void {
  const id = notifications.show({
    role: 'status',
    title: i18next.t('toast.done'),
    message: (
      <span className={classes.line}>
        {text}
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            notifications.hide(id);
            undo().then(() => showDone(undone), showError);
          }}
        >
          {i18next.t('toast.undo')}
        </Button>
      </span>
    ),
    autoClose: SHOWN_MS,
    className: 'toast',
    closeButtonProps: closeButton(),
  });
}
