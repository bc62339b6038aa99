import type { ImportedRow, ImportUsersReport, RowError } from '@balloon/contracts/people/user-import.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/user-import/user-import.module.css';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';

type Fate = ImportedRow['fate'];
const FATES = ['error', 'create', 'rename', 'update', 'skip'] as const satisfies readonly Fate[];
/** Number of rows that are drawn at once. */
const STEP = 100;

/** Every row of the file with its fate; rows with errors say which column and why. */
export function DryRunTable({ report }: { report: ImportUsersReport }) {
  const { t } = useTranslation();
  const [fate, setFate] = useState<Fate | 'all'>('all');
  const [limit, setLimit] = useState(STEP);
  const { counts } = report;
  const present = FATES.filter((one) => counts[one] > 0);
  const shownFate = fate !== 'all' && counts[fate] > 0 ? fate : 'all';
  const rows = report.rows.filter((row) => shownFate === 'all' || row.fate === shownFate);
  return (
    <section className={classes.report} aria-label={t('userImport.report')}>
      <div className={classes.scroll}>
        <SegmentedControl
          aria-label={t('userImport.show')}
          value={shownFate}
          onChange={(value) => setFate(FATES.find((one) => one === value) ?? 'all')}
          data={[
            { value: 'all', label: t('userImport.all', { count: report.rows.length }) },
            ...present.map((one) => ({
              value: one,
              label: t(`userImport.count.${one}`, { count: counts[one] }),
            })),
          ]}
        />
      </div>
      <ScrollRegion className={classes.scroll} label={t('userImport.rows')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('userImport.line')}</th>
              <th scope="col">{t('userImport.fate')}</th>
              <th scope="col">{t('userImport.person')}</th>
              <th scope="col">{t('userImport.column.username')}</th>
              <th scope="col">{t('userImport.column.email')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, limit).map((row) => (
              <Row key={row.line} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {rows.length > limit && (
        <div>
          <Button variant="default" onClick={() => setLimit(limit + STEP)}>
            {t('userImport.more', { count: rows.length - limit })}
          </Button>
        </div>
      )}
    </section>
  );
}

function Row({ row }: { row: ImportedRow }) {
  const { t } = useTranslation();
  const { line, fate, userId, firstName, lastName, username, email, isAdmin, errors } = row;
  const why = userId === null ? 'userImport.skippedAsRepeated' : 'userImport.skippedAsExisting';
  return (
    <>
      <tr data-fate={fate}>
        <td>{line}</td>
        <td className={classes.fate}>{t(fate === 'skip' ? why : `userImport.fate.${fate}`)}</td>
        <td>
          {[lastName, firstName].filter(Boolean).join(' ') || '—'}
          {isAdmin && <span className={classes.admin}> {t('role.admin')}</span>}
        </td>
        <td className="mono">{username || '—'}</td>
        <td>{email ?? '—'}</td>
      </tr>
      {errors.length > 0 && (
        <tr data-fate="error">
          <td />
          <td colSpan={4} className={classes.errors}>
            <ul>
              {errors.map((error) => (
                <li key={`${error.columnNumber} ${error.code}`}>
                  <ErrorText error={error} />
                </li>
              ))}
            </ul>
          </td>
        </tr>
      )}
    </>
  );
}

function ErrorText({ error: { column, columnNumber, code } }: { error: RowError }) {
  const { t } = useTranslation();
  const problem = t(`userImport.error.${code}`);
  if (column === null) return problem;
  const name = t(`userImport.column.${column}`);
  return columnNumber === null
    ? t('userImport.errorInField', { name, problem })
    : t('userImport.errorInColumn', { number: columnNumber, name, problem });
}
