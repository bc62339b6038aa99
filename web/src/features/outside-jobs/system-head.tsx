import type { OutsideServers, OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import { NativeSelect } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import classes from '#features/outside-jobs/outside.module.css';
import { ServerLine } from '#features/outside-jobs/server-line.tsx';
import { type OutsideChoice, outsidePath } from '#features/outside-systems/data/outside-jobs.url.ts';
import { SYSTEM_SCREENS } from '#features/outside-systems/data/system-screens.ts';
import { useFormats } from '#shared/text/format.ts';
import { useSystemName } from '#shared/text/system-name.ts';

export interface SystemHeadProps {
  choice: OutsideChoice;
  /** Servers of the system. */
  servers: readonly OutsideServerView[];
  /** The one that is shown; null: there is none. */
  server: OutsideServerView | null;
  relays: OutsideServers['relays'];
}

/** What a system is, where it is, how many problems of it are here, and the state of its server. */
export function SystemHead({ choice: { system }, servers, server, relays }: SystemHeadProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const navigate = useNavigate();
  const name = useSystemName()(system);
  const siteUrl = SYSTEM_SCREENS[system].siteUrl ?? server?.url ?? null;
  const problems = server?.problems ?? 0;
  return (
    <section className={classes.system} aria-labelledby="system">
      <h2 id="system" className={classes.heading}>
        {name}
      </h2>
      <p className={classes.about}>{t(`outsideJobs.about.${system}`)}</p>
      <p className={classes.links}>
        {system !== 'polygon' && problems > 0 && (
          <Link className={classes.link} to={`/admin/problems?system=${system}`}>
            {t('outsideJobs.problemsHere', { count: problems, number: formats.number(problems) })}
          </Link>
        )}
        {siteUrl !== null && (
          <a className={classes.link} href={siteUrl} target="_blank" rel="noreferrer">
            {new URL(siteUrl).hostname}
            <IconExternalLink size={16} aria-hidden />
          </a>
        )}
      </p>
      {servers.length > 1 && server !== null && (
        <NativeSelect
          className={classes.servers ?? ''}
          label={t('outsideJobs.server')}
          value={`${server.id}`}
          data={servers.map(({ id, name: label }) => ({ value: `${id}`, label }))}
          onChange={({ target }) =>
            void navigate(outsidePath({ system, serverId: Number(target.value) }), { replace: true })
          }
        />
      )}
      {server !== null && <ServerLine server={server} relays={relays} />}
    </section>
  );
}
