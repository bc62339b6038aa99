import type { GroupDeletion } from '@balloon/contracts/people/groups.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/groups/group-list.module.css';
import { deleteGroup, forgetGroups, readDeletion } from '#features/groups/groups.data.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { modals } from '#shared/ui/dialogs/modals.ts';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** Deletes a group after a question that names in numbers what goes with it; explains why it cannot be deleted. */
export function useDeleteGroup(onDeleted: () => void = () => {}) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, name }: { id: number; name: string }) => {
      const deletion = await readDeletion(id);
      if (deletion.onlyGroupOf.length > 0) {
        showContests(t, name, deletion);
        return;
      }
      const isWanted = await confirm({
        title: t('groups.deleteTitle', { name }),
        text: consequences(t, deletion),
        yes: t('groups.delete'),
        isDestructive: true,
      });
      if (!isWanted) return;
      await deleteGroup(id);
      await forgetGroups(queryClient);
      showDone(t('groups.deleted', { name }));
      onDeleted();
    },
  });
}

function consequences(t: TFunction, { members, contests, ratings, news, links }: GroupDeletion): string {
  const counts = { members, contests, ratings, news, links };
  const lost = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => t(`groups.lost.${what}`, { count }));
  return lost.length === 0 ? t('groups.nothingLost') : t('groups.lostList', { list: lost.join(', ') });
}

/** Contests that would be open to everybody without the group. */
function showContests(t: TFunction, name: string, { onlyGroupOf }: GroupDeletion): void {
  modals.open({
    title: t('groups.keptTitle', { name }),
    closeButtonProps: { 'aria-label': t('common.close') },
    children: (
      <>
        <p className={classes.note}>{t('groups.keptText')}</p>
        <ul className={classes.kept}>
          {onlyGroupOf.map((contest) => (
            <li key={contest.id}>
              <Link
                className={classes.keptLink}
                to={`/admin/contests/edit/${contest.id}`}
                onClick={() => modals.closeAll()}
              >
                {contest.name}
              </Link>
            </li>
          ))}
        </ul>
        <Button fullWidth onClick={() => modals.closeAll()}>
          {t('common.close')}
        </Button>
      </>
    ),
  });
}
