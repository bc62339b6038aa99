import type { ChangeMembers } from '@balloon/contracts/people/groups.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changeMembers, forgetGroups, groupQuery } from '#features/groups/groups.data.ts';
import { showDone, showWarning } from '#shared/ui/toasts/toasts.ts';

/** Largest number of names that a warning lists. */
const NAMED = 20;

/** Adds people to a group and removes others; says how many there were, and which names nobody has. */
export function useChangeMembers(groupId: number, onChanged: (version: number) => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<ChangeMembers>) => changeMembers(groupId, change),
    onSuccess: async ({ added, removed, unknownUsernames, version }) => {
      onChanged(version);
      const texts = [
        ...(added > 0 ? [t('groups.added', { count: added })] : []),
        ...(removed > 0 ? [t('groups.removed', { count: removed })] : []),
      ];
      showDone(texts.join(' ') || t('groups.nothingChanged'));
      if (unknownUsernames.length > 0) {
        const names = unknownUsernames.slice(0, NAMED).join(', ');
        showWarning(t('groups.unknownLogins', { count: unknownUsernames.length, names }));
      }
      await queryClient.invalidateQueries({ queryKey: groupQuery(groupId).queryKey });
      await forgetGroups(queryClient);
    },
  });
}
