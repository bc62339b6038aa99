import type { AdminUser } from '@balloon/contracts/people/user-admin.ts';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StaleNotice, staleFacts } from '#features/audit/stale-notice.tsx';
import { FormFailure } from '#features/session/form-failure.tsx';
import { followEditedNames } from '#features/user-admin/fields/auto-fill.ts';
import { RoleField } from '#features/user-admin/fields/role-field.tsx';
import { faultsOf, faultsOfAnswer, type UserValues } from '#features/user-admin/fields/user-fields.ts';
import { editPerson, personQuery, refreshPeople, useFreeUsername } from '#features/user-admin/people.data.ts';
import { changesOf } from '#features/user-admin/person/user-changes.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import classes from '#shared/ui/forms/account-form.module.css';
import { GroupsField } from '#shared/ui/forms/group-select.tsx';
import { useStoredForm } from '#shared/ui/forms/use-stored-form.ts';
import { showDone, showError } from '#shared/ui/toasts/toasts.ts';

const valuesOf = (person: AdminUser): UserValues => ({
  firstName: person.firstName,
  lastName: person.lastName,
  email: person.email ?? '',
  username: person.username,
  password: '',
  mask: person.accessGroup.mask,
  groupIds: person.groups.map(({ id }) => id),
});

export interface UserEditFormProps {
  person: AdminUser;
  /** Told whether there is something that is not saved. */
  onChanged: (isChanged: boolean) => void;
}

/**
 * Form of a person. It keeps what was filled in while the data behind it are read again; a change that somebody else
 * saved meanwhile is shown before anything is overwritten.
 */
export function UserEditForm({ person, onChanged }: UserEditFormProps) {
  const { t } = useTranslation();
  const me = useMe();
  const isAdmin = isAdminUser(me);
  const isSelf = person.id === me.id;
  const { form, stored, save, isChanged, take, overwrite } = useEdit(person);
  const typeUsername = useFollowingUsername(form, stored, person.canControl);
  useEffect(() => onChanged(isChanged), [onChanged, isChanged]);
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
          onChange={typeUsername}
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
          onTake={() => void take().catch(showError)}
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
  const version = useRef(person.version);
  const first = valuesOf(person);
  const filled = useForm<UserValues>({
    initialValues: first,
    validate: (values) => faultsOf(values, { needsGroup: false, isNew: false }),
  });
  const { form, stored, take: fill } = useStoredForm(filled, first);
  const isChanged = Object.keys(changesOf(stored, form.values)).length > 0;

  function fillFrom(present: AdminUser, sent?: UserValues) {
    version.current = present.version;
    fill(valuesOf(present), sent);
  }
  const save = useMutation({
    mutationFn: ({ values, onTopOf = version.current }: { values: UserValues; onTopOf?: number }) =>
      editPerson(person.id, { ...changesOf(stored, values), version: onTopOf }),
    onSuccess: async (saved, { values }) => {
      showDone(t('userEdit.saved'));
      fillFrom(saved, values);
      changeLoaded(queryClient, personQuery(person.id).queryKey, saved);
      await refreshPeople(queryClient);
    },
    onError: (error, _, __) => form.setErrors(faultsOfAnswer(error, form.values)),
    meta: { ownError: true },
  });
  /** Drops the own edit and shows what is stored. */
  async function take() {
    const present = await queryClient.fetchQuery({ ...personQuery(person.id), staleTime: 0 });
    save.reset();
    fillFrom(present);
  }
  const overwrite = (onTopOf: number) => save.mutate({ values: form.values, onTopOf });
  return { form, stored, save, isChanged, take, overwrite };
}

/**
 * Makes the username follow the names, as `followEditedNames` says.
 *
 * @param isOpen whether the reader may change the username
 * @returns handler of what is typed into it
 */
function useFollowingUsername(
  form: Pick<ReturnType<typeof useForm<UserValues>>, 'values' | 'setFieldValue'>,
  stored: UserValues,
  isOpen: boolean,
) {
  const [typed, setTyped] = useState<boolean>();
  const { firstName, lastName, username } = form.values;
  const isRenamed = firstName !== stored.firstName || lastName !== stored.lastName;
  const free = useFreeUsername(
    isOpen && (isRenamed || typed === false) ? { firstName, lastName } : undefined,
  );
  const next = followEditedNames({ firstName, lastName }, stored, { username, typed, free });
  useEffect(() => {
    if (isOpen && next !== username) form.setFieldValue('username', next);
  });
  return (event: { currentTarget: { value: string } }) => {
    form.setFieldValue('username', event.currentTarget.value);
    setTyped(event.currentTarget.value !== '');
  };
}
