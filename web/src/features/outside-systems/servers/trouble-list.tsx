import type { OutsideServerView, OutsideTrouble } from '@balloon/contracts/outside/outside-systems.ts';
import { Button } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import serverClasses from '#features/maintenance/server.module.css';
import { useServerFormats } from '#features/maintenance/server-format.ts';
import classes from '#features/outside-systems/outside.module.css';
import { TroubleDialog } from '#features/outside-systems/servers/trouble-dialog.tsx';
import { useServerNow } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';

/** Newest troubles of a server; one with a kept page can be opened. */
export function TroubleList({ server }: { server: OutsideServerView }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <section className={serverClasses.part} aria-labelledby="outside-troubles">
      <h2 id="outside-troubles">{t('outside.troubles')}</h2>
      {server.troubles.length === 0 ? (
        <p className={classes.note}>{t('outside.noTroubles')}</p>
      ) : (
        <ul className={classes.list}>
          {server.troubles.map((trouble) => (
            <TroubleRow
              key={trouble.id}
              trouble={trouble}
              account={server.accounts.find(({ id }) => id === trouble.accountId)?.name}
              onOpen={() => setOpened(trouble.id)}
            />
          ))}
        </ul>
      )}
      {opened !== null && <TroubleDialog troubleId={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

interface TroubleRowProps {
  trouble: OutsideTrouble;
  account: string | undefined;
  onOpen: () => void;
}

function TroubleRow({
  trouble: { kind, message, happenedAtMs, solution, hasEvidence },
  account,
  onOpen,
}: TroubleRowProps) {
  const { t } = useTranslation();
  const { ago } = useServerFormats();
  const { exact } = useFormats();
  const nowMs = useServerNow();
  return (
    <li className={classes.row}>
      <div className={classes.names}>
        <b>{t(`outside.kind.${kind}`)}</b>
        <span className={classes.foreign}>{message}</span>
        <span className={classes.under}>
          <time dateTime={new Date(happenedAtMs).toISOString()} title={exact(happenedAtMs)}>
            {ago(nowMs - happenedAtMs)}
          </time>
          {account !== undefined && ` · ${t('outside.underAccount', { name: account })}`}
          {solution && (
            <>
              {' · '}
              <Link to={`/contest/${solution.contestId}/source/${solution.id}`}>
                {t('outside.solution', { id: solution.id })}
              </Link>
            </>
          )}
        </span>
      </div>
      {hasEvidence && (
        <Button variant="default" leftSection={<IconFileSearch size={18} aria-hidden />} onClick={onOpen}>
          {t('outside.openPage')}
        </Button>
      )}
    </li>
  );
}
