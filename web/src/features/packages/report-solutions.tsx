import type { SolutionReport } from '@balloon/contracts/judging/package-report.ts';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/packages/report.module.css';
import { KB_PER_MB } from '#features/problems/limits.tsx';
import { useFormats } from '#shared/text/format.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';

/** Solutions of a package with the verdicts that their authors expect and those that were seen; on phones without columns. */
export function ReportSolutions({ solutions }: { solutions: readonly SolutionReport[] }) {
  const { t } = useTranslation();
  return (
    <ScrollRegion className={classes.scroller} label={t('imports.solutions')}>
      <table className={classes.solutions}>
        <thead className={classes.heads}>
          <tr>
            <th scope="col">{t('imports.column.file')}</th>
            <th scope="col">{t('imports.column.label')}</th>
            <th scope="col">{t('imports.column.expected')}</th>
            <th scope="col">{t('imports.column.got')}</th>
            <th scope="col">{t('imports.column.test')}</th>
            <th scope="col" className={classes.number}>
              {t('imports.column.time')}
            </th>
            <th scope="col" className={classes.number}>
              {t('imports.column.memory')}
            </th>
          </tr>
        </thead>
        <tbody>
          {solutions.map((solution) => (
            <SolutionRow key={`${solution.file} ${solution.label}`} solution={solution} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const SIGNS = { yes: IconCheck, no: IconX, skipped: IconMinus };

function SolutionRow({ solution }: { solution: SolutionReport }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { file, label, language, expected, got, seen, agrees, test, timeMs, memoryKb, detail } = solution;
  const Sign = SIGNS[agrees];
  const ran = got !== null;
  return (
    <tr data-agrees={agrees}>
      <td>
        <span className={classes.file}>{file}</span>
        <span className={classes.second}>{language}</span>
        {detail !== null && <span className={classes.detail}>{detail}</span>}
      </td>
      <td data-column={t('imports.column.label')}>{label}</td>
      <td data-column={t('imports.column.expected')}>{expected}</td>
      <td>
        <span className={classes.got}>
          <Sign size={16} stroke={2} aria-hidden />
          <span className="visually-hidden">{t(`imports.agrees.${agrees}`)}</span>
          {got ?? t('imports.notRun')}
        </span>
        {seen.length > 1 && <span className={classes.second}>{seen.join(', ')}</span>}
      </td>
      <td data-column={t('imports.column.test')}>{test}</td>
      <td className={classes.number}>
        {ran && t('imports.ms', { time: formats.number(Math.round(timeMs)) })}
      </td>
      <td className={classes.number}>
        {ran && t('limits.memory', { megabytes: formats.number(Math.ceil(memoryKb / KB_PER_MB)) })}
      </td>
    </tr>
  );
}
