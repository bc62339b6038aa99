import type { OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import {
  IconCircleCheck,
  IconCloudOff,
  IconFileAlert,
  IconPlayerPause,
  IconPlugConnectedX,
  IconUserOff,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/outside-systems/outside.module.css';
import type { ServerState } from '#features/outside-systems/servers/server-state.ts';
import { useFormats } from '#shared/text/format.ts';

const ICONS: Readonly<Record<ServerState, TablerIcon>> = {
  drifted: IconFileAlert,
  paused: IconPlayerPause,
  noRelay: IconPlugConnectedX,
  noAccount: IconUserOff,
  away: IconCloudOff,
  works: IconCircleCheck,
};

/** What a server does now, by sign, words and colour. */
export function ServerMark({ server, state }: { server: OutsideServerView; state: ServerState }) {
  const { t } = useTranslation();
  const { exactTime } = useFormats();
  const Icon = ICONS[state];
  const by = server.pausedBy?.name;
  return (
    <span className={classes.mark} data-state={state}>
      <Icon size={18} aria-hidden />
      <span>
        {state === 'away' && t('outside.state.away', { time: exactTime(server.awayUntilMs) })}
        {state === 'paused' && by !== undefined && t('outside.state.pausedBy', { name: by })}
        {state === 'paused' && by === undefined && t('outside.state.paused')}
        {state !== 'away' && state !== 'paused' && t(`outside.state.${state}`)}
        {state === 'paused' && server.pauseReason !== null && (
          <span className={classes.under}>{server.pauseReason}</span>
        )}
      </span>
    </span>
  );
}
