import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { closeButton } from '#shared/ui/toasts/toasts.ts';
import classes from '#shared/ui/toasts/undo-toast.module.css';

/**
 * Says that a part of the page did not load, which otherwise looks like a button that does nothing, and offers a new load:
 * in browsers that keep the failure nothing else helps. Stays until it is closed; there is one at a time.
 */
export function showMissingPart(): void {
  notifications.show({
    id: 'missing-part',
    color: 'yellow',
    role: 'alert',
    title: i18next.t('toast.missingPart'),
    message: (
      <span className={classes.line}>
        {i18next.t('toast.missingPartText')}
        <Button variant="default" size="sm" onClick={() => location.reload()}>
          {i18next.t('state.reload')}
        </Button>
      </span>
    ),
    autoClose: false,
    className: 'toast',
    closeButtonProps: closeButton(),
  });
}
