import type { Solution } from '@balloon/contracts/solutions.ts';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/solutions/compiler-output.module.css';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { CopyButton } from '#shared/ui/copy-button.tsx';
import { ScrollRegion } from '#shared/ui/scroll-region.ts';

/** Output of the compiler, unchanged. */
export function CompilerOutput({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <section className={classes.output} aria-label={t('solutions.compilerOutput')}>
      <div className={classes.copy}>
        <CopyButton text={text} label={t('solutions.copyCompiler')} />
      </div>
      <ScrollRegion as="pre" label={t('solutions.compilerOutput')}>
        {text}
      </ScrollRegion>
    </section>
  );
}

/** Button that opens the compiler's output of a listed solution; absent if there is none. */
export function CompilerButton({ solution }: { solution: Solution }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  if (!solution.compilationError) return null;
  return (
    <>
      <button type="button" className={classes.show} onClick={() => setIsOpen(true)}>
        {t('solutions.showCompiler')}
      </button>
      {isOpen && <CompilationErrorDialog solution={solution} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function CompilationErrorDialog({ solution, onClose }: { solution: Solution; onClose: () => void }) {
  const { t } = useTranslation();
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
