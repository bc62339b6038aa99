import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';

export interface Question {
  title: string;
  /** What will happen, in one or two sentences. */
  text: string;
  /** The button that does it, worded as the action. */
  yes: string;
  /** Takes something away. */
  isDestructive?: boolean;
}

/** Asks before something happens. Closing the dialog in any way means no. */
export function confirm({ title, text, yes, isDestructive = false }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: (
        <Text c="dimmed" mb="lg">
          {text}
        </Text>
      ),
      labels: { confirm: yes, cancel: i18next.t('common.cancel') },
      confirmProps: isDestructive ? { color: 'red' } : {},
      cancelProps: { variant: 'default' },
      closeButtonProps: { 'aria-label': i18next.t('common.close') },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false), // comes after onConfirm too, where it changes nothing
    });
  });
}
