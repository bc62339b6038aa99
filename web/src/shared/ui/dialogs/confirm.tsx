import { Text } from '@mantine/core';
import i18next from 'i18next';
import { modals } from '#shared/ui/dialogs/modals.ts';

export interface Question {
  title: string;
  /** Consequences, in one or two sentences. */
  text: string;
  /** Text of the confirming button, worded as the action. */
  yes: string;
  /** Text of the other button; "cancel" by default. */
  no?: string;
  /** Whether the action deletes something. */
  isDestructive?: boolean;
}

/**
 * Asks for confirmation. Closing the dialog in any way means no. The focus begins at the button that changes nothing: a key
 * that is held down would otherwise confirm a question that has only just appeared.
 */
export function confirm({ title, text, yes, no, isDestructive = false }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: (
        <Text c="dimmed" mb="lg">
          {text}
        </Text>
      ),
      labels: { confirm: yes, cancel: no ?? i18next.t('common.cancel') },
      confirmProps: isDestructive ? { color: 'red' } : {},
      cancelProps: { variant: 'default', 'data-autofocus': true },
      closeButtonProps: { 'aria-label': i18next.t('common.close') },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false), // called after onConfirm too, without effect
    });
  });
}
