import type { ServerStatus } from '@balloon/contracts/site/maintenance.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/maintenance/server.module.css';
import { useServerFormats } from '#features/maintenance/server-format.ts';
import { useFormats } from '#shared/text/format.ts';

/** The database and the servers that copy it. */
export function DatabaseFacts({ status: { database } }: { status: ServerStatus }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { size } = useServerFormats();
  const { version, sizeBytes, connections, maxConnections, latencyMs, replicas } = database;
  return (
    <section className={classes.part} aria-labelledby="server-database">
      <h2 id="server-database">{t('server.database')}</h2>
      <dl className={classes.facts}>
        <dt>{t('server.databaseVersion')}</dt>
        <dd>PostgreSQL {version}</dd>
        <dt>{t('server.size')}</dt>
        <dd>{size(sizeBytes)}</dd>
        <dt>{t('server.connectionsName')}</dt>
        <dd>{t('server.connectionsOf', { used: connections, of: maxConnections })}</dd>
        <dt>{t('server.latency')}</dt>
        <dd>{t('server.ms', { ms: number(latencyMs) })}</dd>
        <dt>{t('server.replicas')}</dt>
        <dd>
          {replicas.length === 0
            ? t('server.noReplicas')
            : replicas.map(({ name, state, lagBytes }) => (
                <div key={name}>
                  {name}: {state}
                  {lagBytes !== null && `, ${t('server.lag', { size: size(lagBytes) })}`}
                </div>
              ))}
        </dd>
      </dl>
    </section>
  );
}
