import type { EditedProblem } from '@balloon/contracts/problem-editor.ts';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/problem-editor/problem-editor.module.css';
import { useRescan } from '#features/problem-editor/use-rescan.ts';

/** The script by which the package makes tests, and making them anew, which imports the whole package again. */
export function PackageScript({ problem, hasChanges }: { problem: EditedProblem; hasChanges: boolean }) {
  const { t } = useTranslation();
  const rescan = useRescan(problem, hasChanges);
  const { lastImport, canRescan } = problem;
  const generated = lastImport?.report.generatedTestsNumber ?? 0;
  const script = lastImport?.report.contents?.script ?? [];
  if (!canRescan || generated === 0) return null;
  return (
    <details className={classes.script}>
      <summary className={classes.scriptName}>{t('problemEditor.script', { count: generated })}</summary>
      <p className={classes.hint}>{t('problemEditor.scriptHint', { file: lastImport?.fileName ?? '' })}</p>
      {script.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className={classes.compilerOutput} tabIndex={0}>
          {script.join('\n')}
        </pre>
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
