import type { OutsideServers, OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import { OUTSIDE_SERVERS } from '@balloon/domain/outside/outside-systems.ts';
import { IconUnlink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { OUTSIDE_PATH } from '#features/maintenance/server.url.ts';
import { ServerHead } from '#features/maintenance/server-head.tsx';
import { AccountList } from '#features/outside-systems/accounts/account-list.tsx';
import { outsideQuery } from '#features/outside-systems/data/outside.data.ts';
import classes from '#features/outside-systems/outside.module.css';
import { ServerActions } from '#features/outside-systems/servers/server-actions.tsx';
import { ServerFigures } from '#features/outside-systems/servers/server-figures.tsx';
import { ServerMark } from '#features/outside-systems/servers/server-mark.tsx';
import { ServerNotice } from '#features/outside-systems/servers/server-notice.tsx';
import { ServerSettings } from '#features/outside-systems/servers/server-settings.tsx';
import { stateOfServer } from '#features/outside-systems/servers/server-state.ts';
import { TroubleList } from '#features/outside-systems/servers/trouble-list.tsx';
import { useServerNow } from '#shared/api/live/server-clock.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { BackLink } from '#shared/ui/lists/back-link.tsx';
import { FormPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** /admin/server/outside/:serverId: a server of an outside system, its accounts and troubles. */
export function Component() {
  const { t } = useTranslation();
  const serverId = Number(useParams().serverId);
  const { data, error, refetch } = useQuery(outsideQuery);
  const server = data?.servers.find(({ id }) => id === serverId);
  usePageTitle(server?.name ?? t('outside.title'));
  return (
    <div className={classes.page}>
      <ServerHead current="outside" />
      <BackLink to={OUTSIDE_PATH}>{t('outside.title')}</BackLink>
      {data && server && <Server server={server} data={data} />}
      {data && !server && (
        <EmptyState
          icon={<IconUnlink size={44} stroke={1.5} aria-hidden />}
          title={t('outside.gone')}
          text={t('errors.OUTSIDE_SERVER_NOT_FOUND')}
        />
      )}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <FormPlaceholder />}
    </div>
  );
}

function Server({ server, data }: { server: OutsideServerView; data: OutsideServers }) {
  const state = stateOfServer(server, data.relays, useServerNow());
  return (
    <>
      <header className={classes.serverHead}>
        <div className={classes.names}>
          <h2 className={classes.title}>{server.name}</h2>
          <span className={classes.under}>
            {OUTSIDE_SERVERS[server.systemType].name} ·{' '}
            <a href={server.url} target="_blank" rel="noreferrer noopener">
              {server.url}
            </a>
          </span>
          <ServerMark server={server} state={state} />
        </div>
        <ServerActions server={server} known={data.servers} />
      </header>
      <ServerNotice server={server} state={state} />
      <ServerFigures server={server} />
      <AccountList server={server} />
      <TroubleList server={server} />
      <ServerSettings server={server} />
    </>
  );
}
