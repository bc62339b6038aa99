import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/problem-editor/problem-editor.module.css';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';

/** Says that a checker does not compile, with the compiler's words, and saves it nevertheless when asked. */
export function CompilerComplaint({ output, onForce }: { output: string; onForce: () => void }) {
  const { t } = useTranslation();
  async function ask() {
    const question = {
      title: t('problemEditor.forceCheckerQuestion'),
      text: t('problemEditor.forceCheckerText'),
    };
    if (await confirm({ ...question, yes: t('problemEditor.saveAnyway'), isDestructive: true })) onForce();
  }
  return (
    <Notice
      tone="failure"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={t('problemEditor.doesNotCompile')}
    >
      <CompilerOutput output={output} />
      <Button variant="default" onClick={() => void ask()}>
        {t('problemEditor.saveAnyway')}
      </Button>
    </Notice>
  );
}

/** Words of a compiler, which scroll inside. */
export function CompilerOutput({ output }: { output: string }) {
  const { t } = useTranslation();
  return (
    <ScrollRegion className={classes.compilerOutput} label={t('problemEditor.compilerOutput')}>
      {output}
    </ScrollRegion>
  );
}
