import type { RejudgingDetail } from '@balloon/contracts/solutions/rejudgings.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/rejudgings/rejudgings.module.css';
import { useFormats } from '#shared/text/format.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { VerdictName } from '#shared/ui/labels/verdict-name.tsx';

/** Number of solutions by verdict before (rows) and after (columns); what stays the same is on the diagonal. */
export function RejudgingMatrix({ matrix }: Pick<RejudgingDetail, 'matrix'>) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (matrix.length === 0) return null;
  const ids = [...new Set(matrix.flatMap(({ before, after }) => [before.id, after.id]))].sort(
    (a, b) => a - b,
  );
  const before = ids.filter((id) => matrix.some((cell) => cell.before.id === id));
  const after = ids.filter((id) => matrix.some((cell) => cell.after.id === id));
  const countOf = (row: number, column: number) =>
    matrix.find((cell) => cell.before.id === row && cell.after.id === column)?.solutions ?? 0;
  return (
    <section>
      <h2 className={classes.part}>{t('rejudgings.matrix')}</h2>
      <ScrollRegion as="div" className={classes.box} label={t('rejudgings.matrix')}>
        <table className={classes.matrix}>
          <caption className="visually-hidden">{t('rejudgings.matrixText')}</caption>
          <thead>
            <tr>
              <td>{t('rejudgings.beforeAfter')}</td>
              {after.map((id) => (
                <th key={id} scope="col">
                  <VerdictName verdictId={id} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {before.map((row) => (
              <tr key={row}>
                <th scope="row">
                  <VerdictName verdictId={row} />
                </th>
                {after.map((column) => (
                  <td
                    key={column}
                    className={classes.figure}
                    data-changed={(row !== column && countOf(row, column) > 0) || undefined}
                  >
                    {countOf(row, column) === 0 ? '—' : number(countOf(row, column))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}
