import type { Group } from '@balloon/contracts/contests.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formGroupsQuery } from '#features/contest-admin/contest-admin.data.ts';
import type { FormOf } from '#features/contest-admin/form/use-contest-form.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { GroupSelect } from '#shared/ui/forms/group-select.tsx';

/**
 * Groups whose members may take part.
 *
 * @param isOpen whether the stored contest has no groups: a moderator may leave it so
 * @param known groups of the stored contest, among them those of others, which a moderator leaves as they are
 */
export function GroupsField({
  form,
  known,
  isOpen,
}: {
  form: FormOf;
  known: readonly Group[];
  isOpen: boolean;
}) {
  const { t } = useTranslation();
  const isAdmin = isAdminUser(useMe());
  const { data: own = [] } = useQuery(formGroupsQuery);
  const groups = [...own, ...known.filter(({ id }) => own.every((group) => group.id !== id))];
  const { value, onChange: _, ...field } = form.getInputProps('groupIds');
  return (
    <GroupSelect
      label={t('contestForm.groupIds')}
      description={t(hintKey(isAdmin, isOpen))}
      groups={groups}
      {...field}
      value={value as number[]}
      onChange={(ids) => form.setFieldValue('groupIds', ids)}
      nothingFoundMessage={t('contestForm.noGroups')}
      clearable
      clearButtonProps={{ 'aria-label': t('contestForm.clearGroups') }}
      required={!isAdmin && !isOpen}
      withAsterisk={!isAdmin && !isOpen}
    />
  );
}

function hintKey(isAdmin: boolean, isOpen: boolean): string {
  if (isAdmin) return 'contestForm.groupsHintAdmin';
  return isOpen ? 'contestForm.groupsHintOpen' : 'contestForm.groupsHint';
}
