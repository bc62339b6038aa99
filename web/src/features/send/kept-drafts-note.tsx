import { DRAFT_EVERY_MS, DRAFTS_KEPT_DAYS } from '@balloon/contracts/hall/draft-limits.ts';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/send/send.module.css';

/** Tells participants that drafts of the contest are kept, how often, for whom and how long. */
export function KeptDraftsNote() {
  const { t } = useTranslation();
  return (
    <p className={classes.kept}>
      <IconHistory size={18} stroke={1.7} aria-hidden />
      <span>{t('send.draftsKept', { seconds: DRAFT_EVERY_MS / 1000, count: DRAFTS_KEPT_DAYS })}</span>
    </p>
  );
}
