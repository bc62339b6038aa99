import type { ServerStatus } from '@balloon/contracts/site/maintenance.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/maintenance/server.module.css';
import { serverPath } from '#features/maintenance/server.url.ts';
import { useServerFormats } from '#features/maintenance/server-format.ts';
import { useFormats } from '#shared/text/format.ts';

/** Age in ms from which a solution that waits is shown as a trouble. */
const LONG_WAIT_MS = 60_000;
/** Age in ms from which a backup is old. */
const OLD_BACKUP_MS = 48 * 3_600_000;
/** Part of the disk that should stay free. */
const FREE_PART = 0.1;
/** Part of the connections from which new ones are likely to be refused soon. */
const BUSY_PART = 0.9;

/** The figures by which an admin sees in a second whether all is well. */
export function StatusTiles({ status }: { status: ServerStatus }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { size, ago } = useServerFormats();
  const { nowMs, processes, judges, queue, database, disk, lastBackup } = status;
  const living = processes.filter(({ isAlive }) => isAlive);
  const working = judges.filter(({ isAlive, isPaused }) => isAlive && !isPaused);
  const { verdict, detail, trial, imports, check, rejudge, compare } = queue;
  const waiting = [verdict, detail, trial, imports, check, rejudge, compare].reduce(
    (sum, kind) => sum + kind.waiting,
    0,
  );
  const waitedMs = queue.oldestSentAtMs === null ? 0 : nowMs - queue.oldestSentAtMs;
  const sockets = living.reduce((sum, { socketsNumber }) => sum + socketsNumber, 0);
  return (
    <section className={classes.tiles} aria-label={t('server.figures')}>
      <Tile
        name={t('server.processes')}
        value={number(living.length)}
        note={t('server.sockets', { count: sockets })}
        isTrouble={living.length < processes.length}
      />
      <Tile
        name={t('server.judges')}
        value={`${number(working.length)} / ${number(judges.length)}`}
        note={t('server.slots', { count: working.reduce((sum, { slots }) => sum + slots, 0) })}
        isTrouble={working.length === 0 || judges.some(({ isAlive }) => !isAlive)}
      />
      <Tile
        name={<Link to={serverPath({ view: 'queue' })}>{t('server.view.queue')}</Link>}
        value={number(waiting)}
        note={waitedMs > 0 ? t('server.oldest', { ago: ago(waitedMs) }) : t('server.nothingWaits')}
        isTrouble={waitedMs > LONG_WAIT_MS}
      />
      <Tile
        name={t('server.database')}
        value={size(database.sizeBytes)}
        note={t('server.connections', { used: database.connections, of: database.maxConnections })}
        isTrouble={database.connections > database.maxConnections * BUSY_PART}
      />
      <Tile
        name={<Link to={serverPath({ view: 'backups' })}>{t('server.lastBackup')}</Link>}
        value={lastBackup ? ago(nowMs - lastBackup.madeAtMs) : t('server.noBackup')}
        note={lastBackup ? size(lastBackup.sizeBytes) : t('server.noBackupNote')}
        isTrouble={!lastBackup || nowMs - lastBackup.madeAtMs > OLD_BACKUP_MS}
      />
      {disk && (
        <Tile
          name={t('server.disk')}
          value={size(disk.freeBytes)}
          note={t('server.freeOf', { total: size(disk.totalBytes) })}
          isTrouble={disk.freeBytes < disk.totalBytes * FREE_PART}
        />
      )}
    </section>
  );
}

interface TileProps {
  name: ReactNode;
  value: string;
  note: string;
  isTrouble: boolean;
}

/** Figure; a trouble is shown by a sign as well as by colour. */
function Tile({ name, value, note, isTrouble }: TileProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.tile} data-trouble={isTrouble}>
      <span className={classes.tileName}>
        {name}
        {isTrouble && <IconAlertTriangle size={16} role="img" aria-label={t('server.trouble')} />}
      </span>
      <b className={classes.tileValue}>{value}</b>
      <span className={classes.tileNote}>{note}</span>
    </div>
  );
}
