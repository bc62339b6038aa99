import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from '#features/groups/group.module.css';
import { GroupForm, NEW_GROUP, useGroupForm } from '#features/groups/group-form.tsx';
import { createGroup, forgetGroups } from '#features/groups/groups.data.ts';
import { groupPath } from '#features/groups/groups.url.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { useNavigateHere } from '#shared/ui/behaviour/use-navigate-here.ts';
import { useLeaveGuard } from '#shared/ui/dialogs/use-leave-guard.ts';
import { BackLink } from '#shared/ui/lists/back-link.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** /admin/groups/create; leads on to the members of the new group. */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('groups.createTitle'));
  const navigate = useNavigateHere();
  const queryClient = useQueryClient();
  const stored = useGroupForm(NEW_GROUP);
  const leave = useLeaveGuard(stored.isChanged);
  const create = useMutation({
    mutationFn: createGroup,
    onSuccess: async ({ id, name }) => {
      leave.allow();
      await forgetGroups(queryClient);
      showDone(t('groups.created', { name }));
      await navigate(groupPath(id));
    },
  });
  return (
    <>
      <BackLink to="/admin/groups">{t('groups.backToList')}</BackLink>
      <div className={classes.head}>
        <h1 className={classes.title}>{t('groups.createTitle')}</h1>
      </div>
      <p className={classes.intro}>{t('groups.createIntro')}</p>
      <GroupForm
        stored={stored}
        yes={t('groups.create')}
        isPending={create.isPending}
        onSave={(fields) => create.mutate(fields)}
      />
    </>
  );
}
