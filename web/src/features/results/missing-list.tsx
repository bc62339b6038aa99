import type { MissingForResults } from '@balloon/contracts/scoreboard/results.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/results/results.module.css';
import { useFormats } from '#shared/text/format.ts';

/** What has to be done before the results can be final, each with the way to it. */
export function MissingList({
  contestId,
  missing,
}: {
  contestId: number;
  missing: readonly MissingForResults[];
}) {
  const { t } = useTranslation();
  return (
    <section className={classes.part} aria-label={t('results.missing')} aria-live="polite">
      <h2 className={classes.subtitle}>{t('results.missing')}</h2>
      {missing.length === 0 && (
        <p className={classes.done}>
          <IconCircleCheck size={20} aria-hidden />
          {t('results.nothingMissing')}
        </p>
      )}
      <ul className={classes.list}>
        {missing.map((one) => (
          <li key={one.kind} className={classes.missing}>
            <IconCircleDashed size={20} aria-hidden />
            <Missing contestId={contestId} missing={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Missing({ contestId, missing }: { contestId: number; missing: MissingForResults }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const solutions = `/contest/${contestId}/solutions/all`;
  const control = `/admin/contests/${contestId}/live`;
  switch (missing.kind) {
    case 'running':
      return <Entry text={t('results.running', { until: formats.dateTime(missing.untilMs) })} to={control} />;
    case 'pending':
      return <Entry text={t('results.pending', { count: missing.count })} to={solutions} />;
    case 'judgingErrors':
      return (
        <Entry
          text={t('results.judgingErrors', { count: missing.count })}
          to={`${solutions}?verdicts=${VERDICTS.judgingError.id}`}
        />
      );
    case 'questions':
      return (
        <Entry
          text={t('results.questions', { count: missing.count })}
          to={`/contest/${contestId}/messages`}
        />
      );
    case 'frozen':
      return <Entry text={t('results.frozen')} to={control} />;
  }
}

function Entry({ text, to }: { text: string; to: string }) {
  const { t } = useTranslation();
  return (
    <span>
      {text}{' '}
      <Link to={to} aria-label={`${t('results.open')}: ${text}`}>
        {t('results.open')}
      </Link>
    </span>
  );
}
