import type { OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconCircleCheck,
  IconClock,
  IconDots,
  IconHandStop,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconStethoscope,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useServerFormats } from '#features/maintenance/server-format.ts';
import type { Account } from '#features/outside-systems/accounts/account-form.tsx';
import { editAccount, removeAccount, useOutsideChange } from '#features/outside-systems/data/outside.data.ts';
import classes from '#features/outside-systems/outside.module.css';
import { useServerNow } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';

export interface AccountRowProps {
  account: Account;
  server: OutsideServerView;
  onEdit: () => void;
  isCheckStarting: boolean;
  onCheck: () => void;
}

/** An account with its health and, when it was disabled, why and what to do. */
export function AccountRow({ account, server, onEdit, isCheckStarting, onCheck }: AccountRowProps) {
  const { t } = useTranslation();
  const { disabledBy, reason, sentNumber, lastSentAtMs } = account;
  const { ago } = useServerFormats();
  const nowMs = useServerNow();
  const isStopped = disabledBy !== null && disabledBy !== 'admin';
  return (
    <li className={classes.account} data-stopped={isStopped}>
      <div className={classes.accountHead}>
        <div className={classes.names}>
          <h3>{account.name}</h3>
          <AccountMark account={account} nowMs={nowMs} />
          {server.systemType !== 'polygon' && (
            <span className={classes.under}>
              {t('outside.sent', { count: sentNumber })}
              {lastSentAtMs !== null && ` · ${t('outside.lastSent', { ago: ago(nowMs - lastSentAtMs) })}`}
            </span>
          )}
        </div>
        <div className={classes.actions}>
          <Button
            variant="default"
            loading={isCheckStarting}
            leftSection={<IconStethoscope size={18} aria-hidden />}
            aria-label={t('outside.checkOf', { name: account.name })}
            onClick={onCheck}
          >
            {t('outside.check')}
          </Button>
          <AccountMenu account={account} onEdit={onEdit} />
        </div>
      </div>
      {isStopped && (
        <div className={classes.cure}>
          <p>{t(`outside.cure.${disabledBy}`)}</p>
          {reason !== null && <p className={classes.foreign}>{reason}</p>}
          <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
            {t('outside.enterAgain')}
          </Button>
        </div>
      )}
    </li>
  );
}

type AccountState = 'free' | 'busy' | 'rests' | 'off' | 'stopped';

const ICONS: Readonly<Record<AccountState, TablerIcon>> = {
  free: IconCircleCheck,
  busy: IconSend,
  rests: IconClock,
  off: IconPlayerPause,
  stopped: IconHandStop,
};

function stateOf({ disabledBy, isBusy, freeAtMs }: Account, nowMs: number): AccountState {
  if (disabledBy !== null) return disabledBy === 'admin' ? 'off' : 'stopped';
  if (isBusy) return 'busy';
  return freeAtMs > nowMs ? 'rests' : 'free';
}

function AccountMark({ account, nowMs }: { account: Account; nowMs: number }) {
  const { t } = useTranslation();
  const { exactTime } = useFormats();
  const state = stateOf(account, nowMs);
  const Icon = ICONS[state];
  return (
    <span className={classes.mark} data-state={state}>
      <Icon size={18} aria-hidden />
      {state === 'rests'
        ? t('outside.rests', { time: exactTime(account.freeAtMs) })
        : t(`outside.accountState.${state}`)}
    </span>
  );
}

function AccountMenu({ account, onEdit }: { account: Account; onEdit: () => void }) {
  const { t } = useTranslation();
  const { id, name, isEnabled } = account;
  const toggling = useOutsideChange(() => editAccount(id, { isEnabled: !isEnabled }), {
    done: t(isEnabled ? 'outside.accountOff' : 'outside.accountOn', { name }),
  });
  const removing = useOutsideChange(() => removeAccount(id), { done: t('outside.accountRemoved', { name }) });
  async function remove() {
    const isSure = await confirm({
      title: t('outside.removeAccountTitle', { name }),
      text: t('outside.removeAccountText'),
      yes: t('outside.remove'),
      isDestructive: true,
    });
    if (isSure) removing.mutate();
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={44} variant="default" aria-label={t('outside.actionsOf', { name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          {t('outside.edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={
            isEnabled ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />
          }
          onClick={() => toggling.mutate()}
        >
          {t(isEnabled ? 'outside.disable' : 'outside.enable')}
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void remove()}
        >
          {t('outside.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
