import type { Organization } from '@balloon/contracts/people/teams.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { staleFacts } from '#features/audit/stale-notice.tsx';
import { type OrganizationValues, toSend } from '#features/teams/organization-form.tsx';
import {
  deleteOrganization,
  ORGANIZATIONS_KEY,
  organizationQuery,
  saveOrganization,
} from '#features/teams/teams.data.ts';
import { organizationsPath } from '#features/teams/teams.url.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';
import { useNavigateHere } from '#shared/ui/behaviour/use-navigate-here.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showDone, showError } from '#shared/ui/toasts/toasts.ts';

/**
 * Saves an organisation; `show` is given what is stored then, and the values that were sent. Edits of others are not
 * overwritten unasked.
 */
export function useSaveOrganization(
  id: number,
  show: (stored: Organization, sent?: OrganizationValues) => void,
) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const query = organizationQuery(id);
  const save = useMutation({
    mutationFn: ({ values, onTopOf }: { values: OrganizationValues; onTopOf: number }) =>
      saveOrganization(id, { ...toSend(values), version: onTopOf }),
    meta: { ownError: true },
    onSuccess: async (saved, { values }) => {
      show(saved, values);
      showDone(t('organizations.saved'));
      changeLoaded(queryClient, query.queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: ORGANIZATIONS_KEY });
    },
    onError: (error) => {
      if (staleFacts(error) === null) showError(error);
    },
  });
  async function takeTheirs() {
    show(await queryClient.fetchQuery({ ...query, staleTime: 0 }));
    save.reset();
  }
  return { ...save, takeTheirs };
}

/** Deletes an organisation after a question; `onDeleted` is called before its screen is left. */
export function useDeleteOrganization({ id, name }: Organization, onDeleted: () => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const navigate = useNavigateHere();
  const deletion = useMutation({
    mutationFn: () => deleteOrganization(id),
    onSuccess: async () => {
      showDone(t('organizations.deleted', { name }));
      onDeleted();
      await navigate(organizationsPath());
      await queryClient.invalidateQueries({ queryKey: ORGANIZATIONS_KEY });
    },
  });
  async function ask() {
    const isSure = await confirm({
      title: t('organizations.deleteTitle', { name }),
      text: t('organizations.deleteText'),
      yes: t('organizations.delete'),
      isDestructive: true,
    });
    if (isSure) deletion.mutate();
  }
  return { isPending: deletion.isPending, ask };
}
