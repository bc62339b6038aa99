import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { OrganizationForm, toSend, useOrganizationForm } from '#features/teams/organization-form.tsx';
import { createOrganization, ORGANIZATIONS_KEY } from '#features/teams/teams.data.ts';
import { organizationsPath } from '#features/teams/teams.url.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { useNavigateHere } from '#shared/ui/behaviour/use-navigate-here.ts';
import { useLeaveGuard } from '#shared/ui/dialogs/use-leave-guard.ts';
import { BackLink } from '#shared/ui/lists/back-link.tsx';
import { ListHead } from '#shared/ui/lists/list-head.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

const EMPTY = { name: '', formalName: '', country: '', logo: null, foreignId: '' };

/** /admin/organizations/create */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('organizations.createTitle'));
  const navigate = useNavigateHere();
  const queryClient = useQueryClient();
  const stored = useOrganizationForm(EMPTY);
  const leave = useLeaveGuard(stored.isChanged);
  const create = useMutation({
    mutationFn: createOrganization,
    onSuccess: async ({ name }) => {
      leave.allow();
      await queryClient.invalidateQueries({ queryKey: ORGANIZATIONS_KEY });
      showDone(t('organizations.created', { name }));
      await navigate(organizationsPath());
    },
  });
  return (
    <>
      <BackLink to={organizationsPath()}>{t('organizations.backToList')}</BackLink>
      <ListHead title={t('organizations.createTitle')} />
      <OrganizationForm
        stored={stored}
        yes={t('organizations.create')}
        isPending={create.isPending || create.isSuccess}
        onSave={(values) => create.mutate(toSend(values))}
      />
    </>
  );
}
