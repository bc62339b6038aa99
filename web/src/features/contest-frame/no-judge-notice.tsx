import type { Contest } from '@balloon/contracts/contests.ts';
import { contestStatus } from '@balloon/domain/contests/contest-phase.ts';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-frame/no-judge-notice.module.css';
import { problemLanguagesQuery } from '#features/problems/problems.data.ts';
import { useAtServerNow } from '#shared/api/live/server-clock.ts';

/** Warns supervisors on every screen of a contest that is not over that solutions wait and no judge is connected. */
export function NoJudgeNotice({ contest }: { contest: Contest }) {
  const { t } = useTranslation();
  const isOver = useAtServerNow((nowMs) => contestStatus(contest, nowMs) === 'FINISHED');
  const { data = [] } = useQuery({ ...problemLanguagesQuery(contest.id, 'A'), enabled: !isOver });
  const offered = data.filter(({ nonactive }) => !nonactive);
  if (isOver || offered.length === 0 || offered.some(({ hasJudge }) => hasJudge)) return null;
  return (
    <Alert
      classNames={{
        root: classes.notice ?? '',
        title: classes.title ?? '',
        icon: classes.icon ?? '',
        message: classes.text ?? '',
      }}
      icon={<IconAlertTriangle size={20} aria-hidden />}
      role="status"
      title={t('judges.noneTitle')}
      mb="md"
    >
      {t('judges.noneText')}
    </Alert>
  );
}
