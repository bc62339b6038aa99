import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from '#features/contests/no-judge-notice.module.css';
import { problemLanguagesQuery } from '#features/problems/problems.data.ts';

/** Warns supervisors on every screen of the contest that solutions wait and no judge is connected. */
export function NoJudgeNotice({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(problemLanguagesQuery(contestId, 'A'));
  const offered = data.filter(({ nonactive }) => !nonactive);
  if (offered.length === 0 || offered.some(({ hasJudge }) => hasJudge)) return null;
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
