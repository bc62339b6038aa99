import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { attentionQuery } from '#features/maintenance/outside-attention.data.ts';
import { RUNS_PATH } from '#features/outside-systems/data/outside.url.ts';
import { Notice } from '#shared/ui/states/notice.tsx';

/** Names what waits for a human in outside systems; nothing when nothing does. */
export function AttentionLine() {
  const { t } = useTranslation();
  const { data } = useQuery(attentionQuery);
  if (!data || data.unsettled + data.drifted + data.disabled === 0) return null;
  const words = [
    data.drifted > 0 && t('outside.attention.drifted', { count: data.drifted }),
    data.disabled > 0 && t('outside.attention.disabled', { count: data.disabled }),
    data.unsettled > 0 && t('outside.attention.unsettled', { count: data.unsettled }),
  ].filter(Boolean);
  return (
    <Notice tone="warning" icon={<IconAlertTriangle size={20} aria-hidden />}>
      {words.join(' · ')}
      {data.unsettled > 0 && (
        <>
          {' '}
          <Link to={RUNS_PATH}>{t('outside.toRuns')}</Link>
        </>
      )}
    </Notice>
  );
}
