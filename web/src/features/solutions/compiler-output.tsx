import { useTranslation } from 'react-i18next';
import classes from '#features/solutions/compiler-output.module.css';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { CopyButton } from '#shared/ui/forms/copy-button.tsx';

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
