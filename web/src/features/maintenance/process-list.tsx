import type { ServerStatus } from '@balloon/contracts/site/maintenance.ts';
import { useTranslation } from 'react-i18next';
import { RestartButton } from '#features/maintenance/restart-button.tsx';
import classes from '#features/maintenance/server.module.css';
import { useServerFormats } from '#features/maintenance/server-format.ts';
import { StateMark } from '#features/maintenance/state-mark.tsx';
import { useFormats } from '#shared/text/format.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';

const MB = 1024 ** 2;

/** Web processes of the site, on all machines, and their restart. */
export function ProcessList({ status }: { status: ServerStatus }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { size, ago } = useServerFormats();
  const { processes, nowMs, restart } = status;
  return (
    <section className={classes.part} aria-labelledby="server-processes">
      <div className={classes.partHead}>
        <h2 id="server-processes">{t('server.processes')}</h2>
        <RestartButton restart={restart} />
      </div>
      <ScrollRegion className={classes.scroller} label={t('server.processes')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('server.machine')}</th>
              <th scope="col">{t('server.state')}</th>
              <th scope="col" className={classes.number}>
                {t('server.memory')}
              </th>
              <th scope="col" className={classes.number}>
                {t('server.windows')}
              </th>
              <th scope="col" className={classes.number}>
                {t('server.pause')}
              </th>
              <th scope="col">{t('server.started')}</th>
            </tr>
          </thead>
          <tbody>
            {processes.map((one) => (
              <tr key={one.id}>
                <th scope="row">
                  {one.hostName}
                  <span className={classes.under}>
                    {`Balloon ${one.version} · Node ${one.nodeVersion} · ${one.pid}`}
                  </span>
                </th>
                <td>
                  <StateMark state={one.isAlive ? 'alive' : 'gone'} />
                </td>
                <td className={classes.number}>{size(one.memoryMb * MB)}</td>
                <td className={classes.number}>{formats.number(one.socketsNumber)}</td>
                <td className={classes.number}>{t('server.ms', { ms: formats.number(one.loopDelayMs) })}</td>
                <td className={classes.nowrap}>
                  <time
                    dateTime={new Date(one.startedAtMs).toISOString()}
                    title={formats.exact(one.startedAtMs)}
                  >
                    {ago(nowMs - one.startedAtMs)}
                  </time>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}
