import type { ProblemCheck } from '@balloon/contracts/judging/problem-checks.ts';
import { Button, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCancelCheck } from '#features/problem-editor/problem-editor.data.ts';
import classes from '#features/problem-editor/problem-editor.module.css';

/** How far a check of the solutions is, with a way to end it. */
export function VerifyProgress({ problemId, check }: { problemId: number; check: ProblemCheck }) {
  const { t } = useTranslation();
  const cancel = useCancelCheck(problemId);
  const { progress, hasJudge, id } = check;
  const percent = progress && progress.total > 0 ? (progress.done / progress.total) * 100 : 0;
  const waiting = hasJudge ? t('problemEditor.verifyQueued') : t('problemEditor.noJudge');
  const text =
    progress === null
      ? waiting
      : progress.step === 'solutions'
        ? t('problemEditor.verifyStep', { done: progress.done, total: progress.total, name: progress.what })
        : t('problemEditor.compilingShort');
  return (
    <div className={classes.content}>
      <div className={classes.verifying}>
        <p className={classes.hint} role="status">
          {text}
        </p>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(id)}>
          {t('common.cancel')}
        </Button>
      </div>
      <Progress value={percent} aria-label={t('problemEditor.verifying')} />
    </div>
  );
}
