import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import type { SolutionTest } from '@balloon/contracts/solutions/test-files.ts';
import { Button, NumberInput, Select, Skeleton } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DifferenceView } from '#features/test-files/difference-view.tsx';
import { FileView } from '#features/test-files/file-view.tsx';
import { OutputFacts } from '#features/test-files/output-facts.tsx';
import {
  isUnderWay,
  solutionTestQuery,
  type TestAddress,
  useOutputRequest,
} from '#features/test-files/test-files.data.ts';
import classes from '#features/test-files/test-files.module.css';
import {
  RUNS,
  type Run,
  SHOWN_FILES,
  type ShownFile,
  TITLE_ID,
  useShownFile,
} from '#features/test-files/use-shown-file.ts';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** Whole files of a test, for supervisors: what the solution wrote, what the jury expects, and where they differ. */
export function TestFilesSection({ solution }: { solution: Solution }) {
  const { t } = useTranslation();
  const { testNumber, file, run: asked, showTest, showFile, showRun } = useShownFile(solution.testNumber);
  const address = { solutionId: solution.id, testNumber };
  const { data, error, refetch } = useQuery(solutionTestQuery(address));
  const run = data ? runToShow(data, asked) : 'judged';
  return (
    <section className={classes.section} aria-labelledby={TITLE_ID}>
      <h2 id={TITLE_ID} tabIndex={-1}>
        {t('testFiles.title')}
      </h2>
      <div className={classes.choice}>
        <NumberInput
          className={classes.number ?? ''}
          label={t('solutions.test')}
          value={testNumber}
          min={1}
          {...(data ? { max: data.testsNumber } : {})}
          allowDecimal={false}
          allowNegative={false}
          onChange={(value) => Number(value) > 0 && showTest(Number(value))}
        />
        <Select
          className={classes.what ?? ''}
          label={t('testFiles.shown')}
          data={SHOWN_FILES.map((value) => ({ value, label: t(`testFiles.${value}`) }))}
          value={file}
          onChange={(value) => showFile((value ?? 'difference') as ShownFile)}
          allowDeselect={false}
        />
        {data?.judged && data.output && (
          <Select
            className={classes.what ?? ''}
            label={t('testFiles.ofRun')}
            data={RUNS.map((value) => ({ value, label: t(`testFiles.runs.${value}`) }))}
            value={run}
            onChange={(value) => showRun((value ?? 'judged') as Run)}
            allowDeselect={false}
          />
        )}
        {data && (
          <RunButton onAsked={() => showRun('output')} address={address} solution={solution} test={data} />
        )}
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={160} radius="sm" aria-hidden />}
      {data && <OutputFacts address={address} test={data} run={run} output={data[run]} />}
      {data && (
        <Shown key={`${testNumber} ${file} ${run}`} address={address} test={data} run={run} file={file} />
      )}
    </section>
  );
}

/** What was judged, unless something else is asked for: a run on request is another one than that of the verdict. */
function runToShow(test: SolutionTest, asked: Run | null): Run {
  if (asked !== null && (test[asked] || (asked === 'output' && isUnderWay(test)))) return asked;
  return test.judged ? 'judged' : 'output';
}

function RunButton({
  address,
  solution,
  test,
  onAsked,
}: {
  address: TestAddress;
  solution: Solution;
  test: SolutionTest;
  onAsked: () => void;
}) {
  const { t } = useTranslation();
  const request = useOutputRequest(address);
  const canAsk = solution.verdict !== null && !isUnderWay(test) && !request.isPending;
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerPlay size={18} aria-hidden />}
      // Stays during a run, so that it keeps the focus.
      aria-disabled={!canAsk}
      data-disabled={!canAsk}
      onClick={() => canAsk && request.mutate(undefined, { onSuccess: onAsked })}
    >
      {t(test.output ? 'testFiles.runAgain' : 'testFiles.run')}
    </Button>
  );
}

function Shown({
  address,
  test,
  run,
  file,
}: {
  address: TestAddress;
  test: SolutionTest;
  run: Run;
  file: ShownFile;
}) {
  const { t } = useTranslation();
  const output = test[run];
  const madeAtMs = output?.madeAtMs ?? null;
  if (file === 'input' || file === 'answer') {
    return <FileView address={address} file={file} madeAtMs={null} />;
  }
  if (run === 'output' && isUnderWay(test)) {
    return (
      <p className={classes.hint} role="status">
        {t(test.state === 'queued' ? 'testFiles.queued' : 'testFiles.running')}
      </p>
    );
  }
  if (output === null || madeAtMs === null) return <p className={classes.hint}>{t('testFiles.hint')}</p>;
  if (output.bytes === null) return <p className={classes.hint}>{t('testFiles.noOutput')}</p>;
  return file === 'output' ? (
    <FileView address={address} file={run} madeAtMs={madeAtMs} keptBytes={output.keptBytes} />
  ) : (
    <DifferenceView address={address} run={run} madeAtMs={madeAtMs} />
  );
}
