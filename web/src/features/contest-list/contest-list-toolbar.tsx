import { useTranslation } from 'react-i18next';
import { ContestFilters } from '#features/contest-list/contest-filters.tsx';
import classes from '#features/contest-list/contest-list.module.css';
import type { ContestListChoice } from '#features/contests/contests.data.ts';
import { useAtServerNow } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';

export interface ContestListToolbarProps {
  choice: ContestListChoice;
  onChange: (change: Partial<ContestListChoice>) => void;
}

/** Heading, search, filter and order of the contest list. */
export function ContestListToolbar({ choice, onChange }: ContestListToolbarProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const zone = useAtServerNow(formats.zone);
  return (
    <div className={classes.top}>
      <div className={classes.heading}>
        <h1 className={classes.title}>{t('contests.title')}</h1>
        <p className={classes.zone}>{t('contests.zone', { zone })}</p>
      </div>
      <ContestFilters choice={choice} onChange={onChange} />
    </div>
  );
}
