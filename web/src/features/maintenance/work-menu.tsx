import type { QueuedWork } from '@balloon/contracts/site/maintenance.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBarToUp, IconDotsVertical, IconPlayerEject, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { directWork, type WorkAction } from '#features/maintenance/server.data.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** Actions on one row of the queue. */
export function WorkMenu({ work }: { work: QueuedWork }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const directing = useMutation({
    mutationFn: (action: WorkAction) => directWork(work.id, action),
    onSuccess: (_, action) => showDone(t(`server.workDone.${action}`)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['server'] }),
  });
  async function cancel() {
    const isSure = await confirm({
      title: t('server.cancelTitle'),
      text: t(`server.cancelText.${work.kind}`),
      yes: t('server.cancelWork'),
      isDestructive: true,
    });
    if (isSure) directing.mutate('cancel');
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          disabled={directing.isPending}
          aria-label={t('server.workMenu', { id: work.solutionId ?? work.id })}
        >
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={work.judge !== null || work.isInFront}
          leftSection={<IconArrowBarToUp size={18} aria-hidden />}
          onClick={() => directing.mutate('front')}
        >
          {t('server.toFront')}
        </Menu.Item>
        <Menu.Item
          disabled={work.judge === null}
          leftSection={<IconPlayerEject size={18} aria-hidden />}
          onClick={() => directing.mutate('release')}
        >
          {t('server.takeBack')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => void cancel()}
        >
          {t('server.cancelWork')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
