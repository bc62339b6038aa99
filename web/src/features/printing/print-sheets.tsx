import type { PrintPages } from '@balloon/contracts/printing.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/printing/print-sheets.module.css';
import { usePrinting } from '#shared/look/use-printing.ts';

/** Sheets of a job for the browser's printer, each with a head that tells whose it is. */
export function PrintSheets({ sheets, onPrinted }: { sheets: PrintPages; onPrinted: () => void }) {
  const { t } = useTranslation();
  const { name, seat, contestName, title, pages } = sheets;
  usePrinting(onPrinted);
  const numbered = pages.map((lines, index) => ({ lines, page: index + 1 }));
  return (
    <div className={classes.sheets} aria-hidden>
      <style>{'@page { size: A4; margin: 12mm 14mm; }'}</style>
      {numbered.map(({ lines, page }) => (
        <section key={page} className={classes.sheet}>
          <header className={classes.head}>
            <strong>{seat === null ? name : `${seat} · ${name}`}</strong>
            <span>{t('printing.pageOf', { page, pages: pages.length })}</span>
            <span className={classes.contest}>{[contestName, title].filter(Boolean).join(' · ')}</span>
          </header>
          <pre className={classes.text}>{lines.join('\n')}</pre>
        </section>
      ))}
    </div>
  );
}
