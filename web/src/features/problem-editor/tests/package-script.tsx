import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/problem-editor/problem-editor.module.css';
import { type RescanProps, useRescan } from '#features/problem-editor/use-rescan.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';

/** The script by which the package makes tests, and making them anew, which imports the whole package again. */
export function PackageScript(props: RescanProps) {
  const { t } = useTranslation();
  const rescan = useRescan(props);
  const { problem } = props;
  const { lastImport, canRescan } = problem;
  const generated = lastImport?.report.generatedTestsNumber ?? 0;
  const script = lastImport?.report.contents?.script ?? [];
  if (!canRescan || generated === 0) return null;
  return (
    <details className={classes.script}>
      <summary className={classes.scriptName}>{t('problemEditor.script', { count: generated })}</summary>
      <p className={classes.hint}>{t('problemEditor.scriptHint', { file: lastImport?.fileName ?? '' })}</p>
      {script.length > 0 && (
        <ScrollRegion
          as="pre"
          className={classes.compilerOutput}
          label={t('problemEditor.script', { count: generated })}
        >
          {script.join('\n')}
        </ScrollRegion>
      )}
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} aria-hidden />}
        loading={rescan.isPending}
        onClick={() => void rescan.ask()}
      >
        {t('problemEditor.regenerate')}
      </Button>
    </details>
  );
}
