import type { Solution } from '@balloon/contracts/solutions.ts';
import type { SolutionTest } from '@balloon/contracts/test-files.ts';
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
import { SHOWN_FILES, type ShownFile, TITLE_ID, useShownFile } from '#features/test-files/use-shown-file.ts';
import { ErrorState } from '#shared/ui/states.tsx';

/** Whole files of a test, for supervisors: what the solution wrote, what the jury expects, and where they differ. */
export function TestFilesSection({ solution }: { solution: Solution }) {
  const { t } = useTranslation();
  const { testNumber, file, showTest, showFile } = useShownFile(solution.testNumber);
  const address = { solutionId: solution.id, testNumber };
  const { data, error, refetch } = useQuery(solutionTestQuery(address));
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
        {data && <RunButton address={address} solution={solution} test={data} />}
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={160} radius="sm" aria-hidden />}
      {data && <OutputFacts test={data} />}
      {data && <Shown key={`${testNumber} ${file}`} address={address} test={data} file={file} />}
    </section>
  );
}

function RunButton({
  address,
  solution,
  test,
}: {
  address: TestAddress;
  solution: Solution;
  test: SolutionTest;
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
      onClick={() => canAsk && request.mutate()}
    >
      {t(test.output ? 'testFiles.runAgain' : 'testFiles.run')}
    </Button>
  );
}

function Shown({ address, test, file }: { address: TestAddress; test: SolutionTest; file: ShownFile }) {
  const { t } = useTranslation();
  const madeAtMs = test.output?.madeAtMs ?? null;
  if (file === 'input' || file === 'answer') {
    return <FileView address={address} file={file} madeAtMs={null} />;
  }
  if (isUnderWay(test)) {
    return (
      <p className={classes.hint} role="status">
        {t(test.state === 'queued' ? 'testFiles.queued' : 'testFiles.running')}
      </p>
    );
  }
  if (test.output === null || madeAtMs === null) return <p className={classes.hint}>{t('testFiles.hint')}</p>;
  if (test.output.bytes === null) return <p className={classes.hint}>{t('testFiles.noOutput')}</p>;
  return file === 'output' ? (
    <FileView address={address} file="output" madeAtMs={madeAtMs} keptBytes={test.output.keptBytes} />
  ) : (
    <DifferenceView address={address} madeAtMs={madeAtMs} />
  );
}
