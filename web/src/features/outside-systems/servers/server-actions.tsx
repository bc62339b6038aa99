import type { OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconPlayerPause, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OUTSIDE_PATH } from '#features/maintenance/server.url.ts';
import { removeServer, useOutsideChange } from '#features/outside-systems/data/outside.data.ts';
import classes from '#features/outside-systems/outside.module.css';
import { PauseDialog } from '#features/outside-systems/servers/pause-dialog.tsx';
import { ServerForm } from '#features/outside-systems/servers/server-form.tsx';
import { TryDialog } from '#features/outside-systems/servers/try-dialog.tsx';
import { useNavigateHere } from '#shared/ui/behaviour/use-navigate-here.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';

export interface ServerActionsProps {
  server: OutsideServerView;
  known: readonly OutsideServerView[];
}

/** What can be done with a server. */
export function ServerActions({ server, known }: ServerActionsProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'try' | 'pause' | 'edit' | null>(null);
  const close = () => setOpen(null);
  const remove = useRemoval(server);
  const isPaused = server.pausedAtMs !== null;
  return (
    <div className={classes.actions}>
      {server.systemType !== 'polygon' && (
        <Button leftSection={<IconSend size={18} aria-hidden />} onClick={() => setOpen('try')}>
          {t('outside.tryNow')}
        </Button>
      )}
      {!isPaused && (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={18} aria-hidden />}
          onClick={() => setOpen('pause')}
        >
          {t('outside.pause')}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={44} variant="default" aria-label={t('outside.actionsOf', { name: server.name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setOpen('edit')}>
            {t('outside.edit')}
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
      {open === 'try' && <TryDialog server={server} onClose={close} />}
      {open === 'pause' && <PauseDialog server={server} onClose={close} />}
      {open === 'edit' && <ServerForm server={server} known={known} onClose={close} />}
    </div>
  );
}

function useRemoval({ id, name, accounts }: OutsideServerView) {
  const { t } = useTranslation();
  const navigate = useNavigateHere();
  const removing = useOutsideChange(() => removeServer(id), {
    done: t('outside.serverRemoved', { name }),
    onDone: () => void navigate(OUTSIDE_PATH),
  });
  return async () => {
    const isSure = await confirm({
      title: t('outside.removeServerTitle', { name }),
      text: t('outside.removeServerText', { count: accounts.length }),
      yes: t('outside.remove'),
      isDestructive: true,
    });
    if (isSure) removing.mutate();
  };
}
