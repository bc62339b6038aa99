import type { AdminUser } from '@balloon/contracts/people/user-admin.ts';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StaleNotice, staleFacts } from '#features/audit/stale-notice.tsx';
import { FormFailure } from '#features/session/form-failure.tsx';
import { GroupsField } from '#features/user-admin/groups-field.tsx';
import { editPerson, personQuery, refreshPeople } from '#features/user-admin/people.data.ts';
import { RoleField } from '#features/user-admin/role-field.tsx';
import { changesOf } from '#features/user-admin/user-changes.ts';
import { faultsOf, faultsOfAnswer, type UserValues } from '#features/user-admin/user-fields.ts';
import { isAdminUser, useMe } from '#shared/api/session.ts';
import { useLeaveGuard } from '#shared/ui/dialogs/use-leave-guard.ts';
import classes from '#shared/ui/forms/account-form.module.css';
import { withTypedSince } from '#shared/ui/forms/typed-since.ts';
import { showDone } from '#shared/ui/toasts/toasts.ts';

const valuesOf = (person: AdminUser): UserValues => ({
  firstName: person.firstName,
  lastName: person.lastName,
  email: person.email ?? '',
  username: person.username,
  password: '',
  mask: person.accessGroup.mask,
  groupIds: person.groups.map(({ id }) => id),
});

/**
 * Form of a person. It keeps what was filled in while the data behind it are read again; a change that somebody else
 * saved meanwhile is shown before anything is overwritten.
 */
export function UserEditForm({ person }: { person: AdminUser }) {
  const { t } = useTranslation();
  const me = useMe();
  const isAdmin = isAdminUser(me);
  const isSelf = person.id === me.id;
  const { form, save, isChanged, take, overwrite } = useEdit(person);
  const stale = staleFacts(save.error);
  const isSaid = stale !== null || Object.keys(form.errors).length > 0;
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => save.mutate({ values }))}>
      <div className={classes.pair}>
        <TextInput label={t('auth.lastName')} autoComplete="off" {...form.getInputProps('lastName')} />
        <TextInput label={t('auth.firstName')} autoComplete="off" {...form.getInputProps('firstName')} />
      </div>
      <div className={classes.pair}>
        <TextInput
          label={t('auth.newUsername')}
          autoComplete="off"
          disabled={!person.canControl}
          {...form.getInputProps('username')}
        />
        <TextInput
          label={t('userForm.email')}
          autoComplete="off"
          disabled={!person.canControl || isSelf}
          {...form.getInputProps('email')}
        />
      </div>
      {isAdmin && !isSelf && (
        <TextInput
          label={t('auth.newPassword')}
          description={t('userEdit.passwordStays')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          {...form.getInputProps('password')}
        />
      )}
      <GroupsField
        label={t('people.groups')}
        known={person.groups}
        disabled={isSelf && !isAdmin}
        error={form.errors.groupIds}
        value={form.values.groupIds}
        onChange={(ids) => form.setFieldValue('groupIds', ids)}
      />
      {isAdmin && <RoleField {...form.getInputProps('mask')} mask={form.values.mask} />}
      {stale !== null && (
        <StaleNotice
          facts={stale}
          isSaving={save.isPending}
          onTake={() => void take()}
          onOverwrite={overwrite}
        />
      )}
      <FormFailure error={isSaid ? null : save.error} />
      <div className={classes.buttons}>
        <Button type="submit" disabled={!isChanged} loading={save.isPending}>
          {t('userEdit.save')}
        </Button>
      </div>
    </form>
  );
}

function useEdit(person: AdminUser) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [initial, setInitial] = useState(() => valuesOf(person));
  const version = useRef(person.version);
  const form = useForm<UserValues>({
    initialValues: initial,
    validate: (values) => faultsOf(values, { needsGroup: false, isNew: false }),
  });
  const isChanged = Object.keys(changesOf(initial, form.values)).length > 0;
  useLeaveGuard(isChanged);

  /** Fills the form; what was typed since a save was sent stays. */
  function fillFrom(stored: AdminUser, sent?: UserValues) {
    const values = valuesOf(stored);
    version.current = stored.version;
    setInitial(values);
    form.setInitialValues(values);
    form.setValues(sent ? withTypedSince(sent, form.getValues(), values) : values);
    form.resetDirty(values);
  }
  const save = useMutation({
    mutationFn: ({ values, onTopOf = version.current }: { values: UserValues; onTopOf?: number }) =>
      editPerson(person.id, { ...changesOf(initial, values), version: onTopOf }),
    onSuccess: async (stored, { values }) => {
      showDone(t('userEdit.saved'));
      fillFrom(stored, values);
      queryClient.setQueryData(personQuery(person.id).queryKey, stored);
      await refreshPeople(queryClient);
    },
    onError: (error, _, __) => form.setErrors(faultsOfAnswer(error, form.values)),
    meta: { ownError: true },
  });
  /** Drops the own edit and shows what is stored. */
  async function take() {
    const stored = await queryClient.fetchQuery({ ...personQuery(person.id), staleTime: 0 });
    save.reset();
    fillFrom(stored);
  }
  const overwrite = (onTopOf: number) => save.mutate({ values: form.values, onTopOf });
  return { form, save, isChanged, take, overwrite };
}
