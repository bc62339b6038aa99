import type { PrintPages } from '@balloon/contracts/hall/printing.ts';
import { lineHead } from '@balloon/domain/text/print-pages.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/printing/print-sheets.module.css';
import { usePrinting } from '#shared/look/use-printing.ts';
import { useFormats } from '#shared/text/format.ts';

/** Sheets of a job for the browser's printer, each with a head that tells whose it is. */
export function PrintSheets({ sheets, onPrinted }: { sheets: PrintPages; onPrinted: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { name, seat, sentBy, organization, contestName, problemIndex, title, sentAtMs, paper, pages } =
    sheets;
  usePrinting(onPrinted);
  const numbered = pages.map((lines, index) => ({ lines, page: index + 1 }));
  return (
    <div className={classes.sheets} aria-hidden>
      <style>{`@page { size: ${paper === 'letter' ? 'letter' : 'A4'}; margin: 10mm 14mm; }`}</style>
      {numbered.map(({ lines, page }) => (
        <section key={page} className={classes.sheet}>
          <header className={classes.head}>
            <strong>{joined(seat, name, sentBy)}</strong>
            <span>{t('printing.pageOf', { page, pages: pages.length })}</span>
            <span className={classes.contest}>{joined(organization, contestName)}</span>
            <span className={classes.what}>{joined(problemIndex, title)}</span>
            <span className={classes.what}>{formats.exactTime(sentAtMs)}</span>
          </header>
          <pre className={classes.text}>
            {lines.map((line) => `${lineHead(line)}${line.text}`).join('\n')}
          </pre>
        </section>
      ))}
    </div>
  );
}

const joined = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ');
