import type { OutsideServerView } from '@balloon/contracts/outside-systems.ts';
import { IconCircleCheck, IconCloudOff, IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/outside-jobs/outside.module.css';
import { SERVERS_PATH } from '#features/outside-jobs/outside-jobs.url.ts';
import { SYSTEM_SCREENS } from '#features/outside-jobs/outside-systems.ts';
import { serverNowMs } from '#shared/api/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';

const ICONS = {
  works: IconCircleCheck,
  paused: IconPlayerPause,
  away: IconCloudOff,
};

/** State of a server in a line: whether it is asked, its accounts, and the way to its settings. */
export function ServerLine({ server }: { server: OutsideServerView }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { systemType, name, pausedAtMs, pauseReason, awayUntilMs, accounts } = server;
  const isAway = awayUntilMs > serverNowMs();
  const enabled = accounts.filter(({ isEnabled }) => isEnabled).length;
  const state = pausedAtMs !== null ? 'paused' : isAway ? 'away' : 'works';
  const Icon = ICONS[state];
  const time = formats.time(awayUntilMs);
  return (
    <div className={classes.server}>
      <span className={classes.state} data-state={state}>
        <Icon size={18} aria-hidden />
        {t(`outsideJobs.server.${state}`, { name, time })}
      </span>
      {pausedAtMs !== null && pauseReason !== null && <span>{pauseReason}</span>}
      <span>
        {accounts.length === 0
          ? t(SYSTEM_SCREENS[systemType].needsAccount ? 'outsideJobs.noAccounts' : 'outsideJobs.onlyReads')
          : t('outsideJobs.accounts', { count: accounts.length, enabled })}
      </span>
      <Link className={classes.link} to={SERVERS_PATH}>
        {t(accounts.length === 0 ? 'outsideJobs.addAccount' : 'outsideJobs.toServer')}
      </Link>
    </div>
  );
}
