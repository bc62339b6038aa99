import type { Solution } from '@balloon/contracts/solutions.ts';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import classes from '#features/solutions/compiler-output.module.css';
import { CopyButton } from '#shared/copy-button.tsx';

/** What the compiler said, as it said it. */
export function CompilerOutput({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <section className={classes.output} aria-label={t('solutions.compilerOutput')}>
      <div className={classes.copy}>
        <CopyButton text={text} label={t('solutions.copyCompiler')} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}

export function CompilationErrorDialog({ solution, onClose }: { solution: Solution; onClose: () => void }) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 760px)') ?? false;
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
