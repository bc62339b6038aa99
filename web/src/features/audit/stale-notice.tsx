import type { ChangedMeanwhile } from '@balloon/contracts/site/audit.ts';
import { Button } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/audit/audit.module.css';
import { actionsOf } from '#features/audit/audit.url.ts';
import { changedFields, StateDiff } from '#features/audit/state-diff.tsx';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { useFormats } from '#shared/text/format.ts';
import { Notice } from '#shared/ui/states/notice.tsx';

/** Returns what changed meanwhile, or null for any other failure. */
export function staleFacts(error: unknown): ChangedMeanwhile | null {
  const isStale = error instanceof ApiError && error.code === 'CHANGED_MEANWHILE';
  return isStale ? (error.facts as unknown as ChangedMeanwhile) : null;
}

export interface StaleNoticeProps {
  facts: ChangedMeanwhile;
  isSaving: boolean;
  /** Drops the own edit and shows what is stored. */
  onTake: () => void;
  /** Saves the own edit on top of what is stored. */
  onOverwrite: (version: number) => void;
}

/** Somebody else saved the same thing meanwhile: who, when and what, and the choice between both. */
export function StaleNotice({ facts, isSaving, onTake, onOverwrite }: StaleNoticeProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { changedBy, changedAtMs, before, after, version, edits } = facts;
  const action = actionsOf(null).find((known) => known === edits[0]?.action);
  const name = changedBy ? changedBy.fullName || changedBy.username : t('audit.somebody');
  const who = changedAtMs === null ? name : `${name}, ${formats.dateTime(changedAtMs)}`;
  return (
    <Notice tone="failure" icon={<IconGitMerge size={20} aria-hidden />} title={t('audit.staleTitle')}>
      <p className={classes.staleText}>
        {[who, action && t(`audit.action.${action}`), t('audit.staleText')].filter(Boolean).join('. ')}
      </p>
      {changedFields({ before, after }).length > 0 && <StateDiff before={before} after={after} />}
      <div className={classes.staleButtons}>
        <Button variant="default" onClick={onTake}>
          {t('audit.staleTake')}
        </Button>
        <Button variant="default" loading={isSaving} onClick={() => onOverwrite(version)}>
          {t('audit.staleOverwrite')}
        </Button>
      </div>
    </Notice>
  );
}
