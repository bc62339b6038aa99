import type { SolutionTest, TestOutput } from '@balloon/contracts/solutions/test-files.ts';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type TestAddress, testPath } from '#features/test-files/test-files.data.ts';
import classes from '#features/test-files/test-files.module.css';
import { TestPicture } from '#features/test-files/test-picture.tsx';
import type { Run } from '#features/test-files/use-shown-file.ts';
import { useSize } from '#shared/text/excerpt.ts';
import { useFormats } from '#shared/text/format.ts';
import { VerdictName } from '#shared/ui/labels/verdict-name.tsx';

/** Sizes of the files, and how the run ended that made the output. */
export function OutputFacts({
  address,
  test: { number, inputBytes, answerBytes, testsNumber, description, picture, rules },
  run,
  output,
}: {
  address: TestAddress;
  test: SolutionTest;
  run: Run;
  /** The output that is shown. */
  output: TestOutput | null;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const size = useSize();
  const facts = [
    t('testFiles.testsNumber', { count: testsNumber }),
    t('testFiles.inputSize', { size: size(inputBytes) }),
    t('testFiles.answerSize', { size: size(answerBytes) }),
  ];
  const ofRun = output && [
    ...(output.bytes === null ? [] : [t('testFiles.outputSize', { size: size(output.bytes) })]),
    t('solutions.ms', { ms: formats.number(Math.round(output.executionTime * 1000)) }),
    t('solutions.mb', { mb: formats.number(Math.round(output.memory / 102.4) / 10) }),
    t(run === 'judged' ? 'testFiles.judgedAt' : 'details.madeAt', { time: formats.exact(output.madeAtMs) }),
  ];
  return (
    <>
      <p className={classes.facts}>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      <TestRules rules={rules} />
      {description && (
        <p className={classes.description}>{t('testFiles.description', { text: description })}</p>
      )}
      {picture && <TestPicture address={`${testPath(address)}/picture/${picture.sha256}`} number={number} />}
      {output && ofRun && (
        <p className={classes.facts}>
          <VerdictName verdictId={output.verdict.id} fallback={output.verdict.name} />
          {ofRun.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      )}
      {output?.comment && <pre className={classes.comment}>{output.comment}</pre>}
      {output?.isStale && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t(run === 'judged' ? 'testFiles.judgedStale' : 'details.stale')}
        </Alert>
      )}
    </>
  );
}

/** What the package says of the test: its group, points and arguments; nothing where it says nothing. */
function TestRules({ rules: { isSample, points, flags, group } }: Pick<SolutionTest, 'rules'>) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const grading = group?.grading;
  const facts = [
    isSample && t('testFiles.sample'),
    points !== null && t('testFiles.points', { points: number(points) }),
    group && group.name !== '' && t('testFiles.group', { name: group.name }),
    group?.points != null && t('testFiles.groupPoints', { points: number(group.points) }),
    group && group.dependsOn.length > 0 && t('testFiles.groupNeeds', { names: group.dependsOn.join(', ') }),
    grading && t(`testFiles.aggregation.${grading.aggregation}`),
    grading &&
      t('testFiles.scores', {
        accepted: number(grading.acceptScore),
        rejected: number(grading.rejectScore),
      }),
    grading?.range && t('testFiles.range', { from: number(grading.range[0]), to: number(grading.range[1]) }),
    grading?.onReject === 'break' && t('testFiles.breaks'),
    flags && flags.length > 0 && t('testFiles.flags', { flags: flags.join(' ') }),
  ].filter((fact) => typeof fact === 'string');
  if (facts.length === 0) return null;
  return (
    <p className={classes.facts}>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}
