import type { CreatedUser } from '@balloon/contracts/people/user-admin.ts';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '#features/session/form-failure.tsx';
import { followNames } from '#features/user-admin/fields/auto-fill.ts';
import { RoleField } from '#features/user-admin/fields/role-field.tsx';
import { faultsOf, faultsOfAnswer, type UserValues } from '#features/user-admin/fields/user-fields.ts';
import { createPerson, useFreeUsername } from '#features/user-admin/people.data.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { useLeaveGuard } from '#shared/ui/dialogs/use-leave-guard.ts';
import classes from '#shared/ui/forms/account-form.module.css';
import { GroupsField } from '#shared/ui/forms/group-select.tsx';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

const PARTICIPANT = 256;
const NOBODY: UserValues = {
  ...{ firstName: '', lastName: '', email: '', username: '', password: '' },
  ...{ mask: PARTICIPANT, groupIds: [] },
};

/** Form of a new person. @param onCreated gets the password too, which the form alone knows */
export function UserCreateForm({
  onCreated,
}: {
  onCreated: (person: CreatedUser, password: string) => void;
}) {
  const { t } = useTranslation();
  const isAdmin = isAdminUser(useMe());
  const form = useForm<UserValues>({
    initialValues: NOBODY,
    validate: (values) => faultsOf(values, { needsGroup: !isAdmin, isNew: true }),
  });
  const typing = useFollowingNames(form);
  const leave = useLeaveGuard(form.isDirty());
  const create = useMutation({
    mutationFn: ({ mask, ...values }: UserValues) => createPerson({ ...values, accessGroup: mask }),
    onSuccess: (person, { password }) => {
      leave.allow();
      onCreated(person, person.generatedPassword ?? password);
    },
    onError: (error, values) => form.setErrors(faultsOfAnswer(error, values)),
    meta: { ownError: true },
  });
  const isSaid = Object.keys(form.errors).length > 0;
  return (
    <SavingForm
      isSaving={create.isPending}
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <div className={classes.pair}>
        <TextInput label={t('auth.lastName')} autoComplete="off" {...form.getInputProps('lastName')} />
        <TextInput label={t('auth.firstName')} autoComplete="off" {...form.getInputProps('firstName')} />
      </div>
      <div className={classes.pair}>
        <TextInput
          label={t('auth.newUsername')}
          autoComplete="off"
          {...form.getInputProps('username')}
          {...typing('username')}
        />
        <TextInput
          label={t('auth.password')}
          description={t(
            form.values.mask === PARTICIPANT ? 'userForm.passwordHint' : 'userForm.passwordOfSupervisor',
          )}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          {...form.getInputProps('password')}
          {...typing('password')}
        />
      </div>
      <TextInput label={t('userForm.email')} autoComplete="off" {...form.getInputProps('email')} />
      <GroupsField
        label={t('people.groups')}
        required={!isAdmin}
        error={form.errors.groupIds}
        value={form.values.groupIds}
        onChange={(ids) => form.setFieldValue('groupIds', ids)}
      />
      {isAdmin && <RoleField {...form.getInputProps('mask')} mask={form.values.mask} />}
      <FormFailure error={isSaid ? null : create.error} />
      <div className={classes.buttons}>
        <Button type="submit" loading={create.isPending}>
          {t('userForm.create')}
        </Button>
      </div>
    </SavingForm>
  );
}

type Form = Pick<ReturnType<typeof useForm<UserValues>>, 'values' | 'setFieldValue'>;

/**
 * Fills username and password from the names, at once by transliteration and then with a name that is free. A field in
 * which somebody typed is left alone; emptied, it follows the names again.
 *
 * @returns properties of a field that follows
 */
function useFollowingNames(form: Form) {
  const [typed, setTyped] = useState({ username: false, password: false });
  const { firstName, lastName, username, password, mask } = form.values;
  const free = useFreeUsername({ firstName, lastName });
  const isParticipant = mask === PARTICIPANT;
  const next = followNames({ firstName, lastName }, { username, password }, { typed, isParticipant, free });
  useEffect(() => {
    if (next.username !== username) form.setFieldValue('username', next.username);
    if (next.password !== password) form.setFieldValue('password', next.password);
  });
  return (name: 'username' | 'password') => ({
    onChange: (event: { currentTarget: { value: string } }) => {
      const text = event.currentTarget.value;
      form.setFieldValue(name, text);
      setTyped((known) => ({ ...known, [name]: text !== '' }));
    },
  });
}
