import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/results/results.module.css';
import { useLocale } from '#shared/text/i18n.ts';

const FILES = ['results.tsv', 'scoreboard.json', 'awards.json', 'results.csv', 'results.html'] as const;

/** Downloads of the final table. */
export function ResultFiles({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <section className={classes.part} aria-label={t('results.files')}>
      <h2 className={classes.subtitle}>{t('results.files')}</h2>
      <p className={classes.contest}>{t('results.filesHint')}</p>
      <ul className={classes.files}>
        {FILES.map((file) => (
          <li key={file}>
            <a href={`/api/contest/${contestId}/results/${file}?locale=${locale}`} download={file}>
              <IconDownload size={18} aria-hidden /> {file}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
