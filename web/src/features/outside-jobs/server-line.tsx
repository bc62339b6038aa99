import type { OutsideServers, OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/outside-jobs/outside.module.css';
import { serverPath } from '#features/outside-systems/data/outside.url.ts';
import { ServerMark } from '#features/outside-systems/servers/server-mark.tsx';
import { stateOfServer } from '#features/outside-systems/servers/server-state.ts';
import { serverNowMs } from '#shared/api/live/server-clock.ts';

export interface ServerLineProps {
  server: OutsideServerView;
  relays: OutsideServers['relays'];
}

/** State of a server in a line: whether it is asked, its accounts, and the way to its own screen. */
export function ServerLine({ server, relays }: ServerLineProps) {
  const { t } = useTranslation();
  const { id, accounts } = server;
  const enabled = accounts.filter(({ isEnabled }) => isEnabled).length;
  return (
    <div className={classes.server}>
      <ServerMark server={server} state={stateOfServer(server, relays, serverNowMs())} />
      {accounts.length > 0 && <span>{t('outsideJobs.accounts', { count: accounts.length, enabled })}</span>}
      <Link className={classes.link} to={serverPath(id)}>
        {t(accounts.length === 0 ? 'outsideJobs.addAccount' : 'outsideJobs.toServer')}
      </Link>
    </div>
  );
}
