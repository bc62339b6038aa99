import type { OutsideServers, OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import { OUTSIDE_SERVERS } from '@balloon/domain/outside/outside-systems.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconPlus, IconWorldUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ServerHead } from '#features/maintenance/server-head.tsx';
import { outsideQuery } from '#features/outside-systems/data/outside.data.ts';
import { readSystem, SYSTEMS, serverPath, systemPath } from '#features/outside-systems/data/outside.url.ts';
import classes from '#features/outside-systems/outside.module.css';
import { AttentionLine } from '#features/outside-systems/servers/attention-line.tsx';
import { RelayList } from '#features/outside-systems/servers/relay-list.tsx';
import { ServerFigures } from '#features/outside-systems/servers/server-figures.tsx';
import { ServerForm } from '#features/outside-systems/servers/server-form.tsx';
import { ServerMark } from '#features/outside-systems/servers/server-mark.tsx';
import { stateOfServer } from '#features/outside-systems/servers/server-state.ts';
import { useServerNow } from '#shared/api/live/server-clock.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { LinkTabs } from '#shared/ui/lists/list-head.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** /admin/server/outside: the servers of outside systems and the relays that talk to them. */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('outside.title'));
  const { data, error, refetch } = useQuery(outsideQuery);
  return (
    <div className={classes.page}>
      <ServerHead current="outside" />
      {data && <Servers data={data} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton />}
    </div>
  );
}

function Servers({ data }: { data: OutsideServers }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const addButton = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      {t('outside.addServer')}
    </Button>
  );
  return (
    <>
      <AttentionLine />
      {data.servers.length === 0 ? (
        <EmptyState
          icon={<IconWorldUpload size={44} stroke={1.5} aria-hidden />}
          title={t('outside.none')}
          text={t('outside.noneText')}
          action={addButton}
        />
      ) : (
        <>
          <div className={classes.bar}>
            <SystemTabs data={data} />
            {addButton}
          </div>
          <ServerCards data={data} />
          <RelayList relays={data.relays} />
        </>
      )}
      {isAdding && (
        <ServerForm
          server={null}
          known={data.servers}
          onClose={() => setAdding(false)}
          onAdded={(id) => void navigate(serverPath(id))}
        />
      )}
    </>
  );
}

/** The systems of which there are servers. */
function SystemTabs({ data: { servers } }: { data: OutsideServers }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const current = readSystem(search);
  const countOf = (system: string) => servers.filter(({ systemType }) => systemType === system).length;
  const used = SYSTEMS.filter((system) => countOf(system) > 0 || system === current);
  if (used.length < 2 && current === null) return null;
  return (
    <LinkTabs
      label={t('outside.systems')}
      tabs={[
        { name: t('outside.all'), to: systemPath(null), isCurrent: current === null },
        ...used.map((system) => ({
          name: `${OUTSIDE_SERVERS[system].name} ${countOf(system)}`,
          to: systemPath(system),
          isCurrent: system === current,
        })),
      ]}
    />
  );
}

function ServerCards({ data: { servers, relays } }: { data: OutsideServers }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const system = readSystem(search);
  const shown = servers
    .filter(({ systemType }) => system === null || systemType === system)
    .toSorted((one, other) => SYSTEMS.indexOf(one.systemType) - SYSTEMS.indexOf(other.systemType));
  if (shown.length === 0)
    return (
      <EmptyState
        icon={<IconWorldUpload size={44} stroke={1.5} aria-hidden />}
        title={t('outside.noneOfSystem')}
        text={t('outside.noneOfSystemText')}
      />
    );
  return (
    <ul className={classes.cards}>
      {shown.map((server) => (
        <ServerCard key={server.id} server={server} relays={relays} />
      ))}
    </ul>
  );
}

function ServerCard({ server, relays }: { server: OutsideServerView; relays: OutsideServers['relays'] }) {
  const state = stateOfServer(server, relays, useServerNow());
  return (
    <li className={classes.card} data-state={state}>
      <div className={classes.cardHead}>
        <div className={classes.names}>
          <h2>
            <Link to={serverPath(server.id)} className={classes.cardLink}>
              {server.name}
            </Link>
          </h2>
          <span className={classes.under}>
            {OUTSIDE_SERVERS[server.systemType].name} · {server.url}
          </span>
        </div>
        <ServerMark server={server} state={state} />
      </div>
      <ServerFigures server={server} isBrief />
    </li>
  );
}

const CARDS = ['first', 'second', 'third'];

function ListSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.cards} aria-busy="true" role="status" aria-label={t('progress.label')}>
      {CARDS.map((card) => (
        <Skeleton key={card} height={128} />
      ))}
    </div>
  );
}
