import type { OutsideServers } from '@balloon/contracts/outside/outside-systems.ts';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import serverClasses from '#features/maintenance/server.module.css';
import { useServerFormats } from '#features/maintenance/server-format.ts';
import { StateMark } from '#features/maintenance/state-mark.tsx';
import classes from '#features/outside-systems/outside.module.css';
import { useServerNow } from '#shared/api/live/server-clock.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { CopyButton } from '#shared/ui/forms/copy-button.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';

/** The processes that talk to outside systems, and what to do when none is alive. */
export function RelayList({ relays }: { relays: OutsideServers['relays'] }) {
  const { t } = useTranslation();
  const { ago } = useServerFormats();
  const nowMs = useServerNow();
  return (
    <section className={serverClasses.part} aria-labelledby="outside-relays">
      <h2 id="outside-relays">{t('outside.relays')}</h2>
      {!relays.some(({ isAlive }) => isAlive) && <NoRelay />}
      <ul className={classes.list}>
        {relays.map(({ name, version, seenAtMs, isAlive }) => (
          <li key={name} className={classes.relay}>
            <b>{name}</b>
            <StateMark state={isAlive ? 'alive' : 'gone'} />
            <span className={classes.soft}>
              {t('outside.relaySeen', { version, ago: ago(nowMs - seenAtMs) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Says how a relay is started. */
export function NoRelay() {
  const { t } = useTranslation();
  const lines = [
    'npm run -s balloon -- judge-token add relay-1 --relay',
    `npm run -s balloon -- relay --server ${window.location.origin} --token TOKEN`,
  ];
  return (
    <Notice
      tone="warning"
      icon={<IconPlugConnectedX size={20} aria-hidden />}
      title={t('outside.noRelayTitle')}
    >
      <p className={classes.plain}>{t('outside.noRelayText')}</p>
      <div className={classes.lines}>
        {lines.map((line) => (
          <div key={line} className={serverClasses.startLine}>
            <ScrollRegion as="code" label={t('outside.relayLine')}>
              {line}
            </ScrollRegion>
            <CopyButton text={line} label={t('server.copyLine')} />
          </div>
        ))}
      </div>
    </Notice>
  );
}
