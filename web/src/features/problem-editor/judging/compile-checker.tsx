import type { CheckerSpec } from '@balloon/contracts/judging/testset.ts';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconHammer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CompilerOutput } from '#features/problem-editor/judging/compiler-complaint.tsx';
import { checkQuery, isUnderWay, useStartCheck } from '#features/problem-editor/problem-editor.data.ts';
import classes from '#features/problem-editor/problem-editor.module.css';

/** Has a judge compile the checker as it is in the form. Keyed by the program, so that a result is never of another one. */
export function CompileChecker({ problemId, checker }: { problemId: number; checker: CheckerSpec }) {
  const { t } = useTranslation();
  const start = useStartCheck(problemId);
  const checkId = start.data?.id ?? 0;
  const { data: check } = useQuery({ ...checkQuery(problemId, checkId), enabled: checkId > 0 });
  const isRunning = check !== undefined && isUnderWay(check);
  return (
    <div className={classes.fields}>
      <div className={classes.bar}>
        <Button
          variant="default"
          leftSection={<IconHammer size={16} aria-hidden />}
          loading={start.isPending || isRunning}
          onClick={() => start.mutate(checker)}
        >
          {t('problemEditor.compile')}
        </Button>
        <span className={classes.hint} role="status">
          {check?.result?.compiles && (
            <span className={classes.agrees} data-agrees="yes">
              <IconCircleCheck size={16} aria-hidden /> {t('problemEditor.compiles')}
            </span>
          )}
          {check?.result?.compiles === false && (
            <span className={classes.agrees} data-agrees="no">
              {t('problemEditor.doesNotCompile')}
            </span>
          )}
          {isRunning && t(check.hasJudge ? 'problemEditor.compilingShort' : 'problemEditor.noJudge')}
          {check?.state === 'failed' && check.message}
        </span>
      </div>
      {check?.result?.compiles === false && <CompilerOutput output={check.result.output ?? ''} />}
    </div>
  );
}
