import { useTranslation } from 'react-i18next';
import classes from '#features/solutions/compiler-output.module.css';
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
