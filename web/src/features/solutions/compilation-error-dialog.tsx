import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CompilerOutput } from '#features/solutions/compiler-output.tsx';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { useFocusBack } from '#shared/ui/dialogs/use-focus-back.ts';

export function CompilationErrorDialog({ solution, onClose }: { solution: Solution; onClose: () => void }) {
  const { t } = useTranslation();
  useFocusBack();
  const isPhone = useIsPhone();
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={isPhone}
      size="xl"
      title={t('solutions.compilerTitle', { id: solution.id })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <CompilerOutput text={solution.compilationError ?? ''} />
    </Modal>
  );
}
