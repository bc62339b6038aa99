import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { useFocusBack } from '#shared/ui/dialogs/use-focus-back.ts';

/** Layer below that of questions, which is the library's own for dialogs, 200. */
const BELOW_QUESTIONS = 190;

/** Dialog of the control screen from which questions are asked. */
export function ControlDialog({
  isOpen,
  title,
  onClose,
  children,
}: {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  useFocusBack();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={820}
      fullScreen={isPhone}
      zIndex={BELOW_QUESTIONS}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {children}
    </Modal>
  );
}
