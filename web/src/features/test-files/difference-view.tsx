import type { OutputDifference } from '@balloon/contracts/solutions/test-files.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { differenceQuery, type TestAddress } from '#features/test-files/test-files.data.ts';
import classes from '#features/test-files/test-files.module.css';
import type { Run } from '#features/test-files/use-shown-file.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { ErrorState } from '#shared/ui/states/states.tsx';

type Row = OutputDifference['rows'][number];

/** Output and answer line by line around the first line in which they differ. */
export function DifferenceView({
  address,
  run,
  madeAtMs,
}: {
  address: TestAddress;
  run: Run;
  madeAtMs: number;
}) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(differenceQuery(address, run, madeAtMs));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} radius="sm" aria-hidden />;
  const { firstLine, isCut, rows } = data;
  return (
    <>
      <p className={classes.hint}>
        {firstLine === null ? t('testFiles.same') : t('testFiles.differsFrom', { line: firstLine })}
        {isCut && ` ${t('testFiles.comparedBeginnings')}`}
      </p>
      {rows.length > 0 && (
        <ScrollRegion className={classes.lines} label={t('testFiles.difference')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('testFiles.line')}</th>
                <th scope="col">{t('testFiles.output')}</th>
                <th scope="col">{t('testFiles.answer')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <DifferenceRow key={row.number} row={row} isFirst={row.number === firstLine} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </>
  );
}

function DifferenceRow({ row, isFirst }: { row: Row; isFirst: boolean }) {
  const { t } = useTranslation();
  return (
    <tr data-differs={row.differs} data-first={isFirst}>
      <th scope="row">
        {row.number}
        {row.differs && <span className="visually-hidden"> {t('testFiles.differs')}</span>}
      </th>
      <td>
        <LineText line={row.output} />
      </td>
      <td>
        <LineText line={row.answer} />
      </td>
    </tr>
  );
}

/** A line with a mark from its first difference on; a dash where the file has ended. */
function LineText({ line }: { line: Row['output'] }) {
  const { t } = useTranslation();
  if (line === null) return <i>{t('testFiles.ended')}</i>;
  const { text, differsAt } = line;
  if (differsAt === null) return text;
  return (
    <>
      {text.slice(0, differsAt)}
      <mark>{text.slice(differsAt) || ' '}</mark>
    </>
  );
}
