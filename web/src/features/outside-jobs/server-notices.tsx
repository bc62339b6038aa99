import type { OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import type { OutsideServerType } from '@balloon/domain/outside/outside-systems.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconKey, IconPlugConnected } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OUTSIDE_PATH } from '#features/maintenance/server.url.ts';
import classes from '#features/outside-jobs/outside.module.css';
import { serverPath, systemPath } from '#features/outside-systems/data/outside.url.ts';
import { useSystemName } from '#shared/text/system-name.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { EmptyState } from '#shared/ui/states/states.tsx';

/** In place of the forms of a system that shows nothing without a server of ours or an account there. */
export function NeedsAccount({
  system,
  server,
}: {
  system: OutsideServerType;
  server: OutsideServerView | null;
}) {
  const { t } = useTranslation();
  const name = useSystemName()(system);
  const kind = server === null ? 'noServer' : 'noAccount';
  const Icon = server === null ? IconPlugConnected : IconKey;
  return (
    <EmptyState
      icon={<Icon size={44} stroke={1.4} aria-hidden />}
      title={t(`outsideJobs.${kind}.title`, { name })}
      text={t(`outsideJobs.${kind}.text`, { name })}
      action={
        <Button component={Link} to={server === null ? systemPath(system) : serverPath(server.id)}>
          {t(`outsideJobs.${kind}.action`)}
        </Button>
      }
    />
  );
}

/** Notice that no relay is there to do the jobs, and what to do about it. */
export function NoRelay() {
  const { t } = useTranslation();
  return (
    <div className={classes.notice} role="status">
      <Notice
        tone="warning"
        icon={<IconAlertTriangle size={20} aria-hidden />}
        title={t('outsideJobs.noRelay.title')}
      >
        {t('outsideJobs.noRelay.text')} <Link to={OUTSIDE_PATH}>{t('outsideJobs.noRelay.action')}</Link>
      </Notice>
    </div>
  );
}
