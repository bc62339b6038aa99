import type { OwnUser } from '@balloon/contracts/users.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePassword, sessionsQuery } from '#features/account/account.data.ts';
import { newPasswordText, repeatedText } from '#features/account/field-rules.ts';
import { NewPasswordFields } from '#features/account/new-password-fields.tsx';
import classes from '#features/account/profile.module.css';
import { ProfileRow, ProfileSection } from '#features/account/profile-section.tsx';
import { useFields } from '#features/account/use-fields.ts';
import { FormFailure } from '#features/session/form-failure.tsx';
import { PasswordField } from '#features/session/password-field.tsx';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { showNotice } from '#shared/ui/toasts/toasts.ts';

/** Form for a new password; requires the present one. */
export function PasswordSection({ me }: { me: OwnUser }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const change = (
    <Button variant="default" onClick={() => setOpen(true)}>
      {t('profile.changePassword')}
    </Button>
  );
  return (
    <ProfileSection title={t('auth.password')}>
      {isOpen ? (
        <PasswordForm username={me.username} onDone={() => setOpen(false)} />
      ) : (
        <ProfileRow action={change}>
          <p className={classes.hint}>{t('profile.passwordHint')}</p>
        </ProfileRow>
      )}
    </ProfileSection>
  );
}

function PasswordForm({ username, onDone }: { username: string; onDone: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { field, onSubmit } = useFields(
    { oldPassword: '', password: '', repeated: '' },
    (name, { oldPassword, password, repeated }) => {
      if (name === 'oldPassword') return oldPassword === '' ? t('form.required') : undefined;
      return name === 'password' ? newPasswordText(password, username) : repeatedText(repeated, password);
    },
  );
  const { mutate, isPending, error } = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      showNotice(t('profile.passwordChanged'));
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      onDone();
    },
    meta: { ownError: true },
  });
  return (
    <SavingForm
      isSaving={isPending}
      className={classes.form}
      onSubmit={onSubmit(({ oldPassword, password }) => mutate({ oldPassword, password }))}
      noValidate
    >
      <PasswordField
        {...field('oldPassword')}
        size="md"
        label={t('profile.oldPassword')}
        autoComplete="current-password"
        autoFocus
      />
      <NewPasswordFields size="md" password={field('password')} repeated={field('repeated')} />
      <FormFailure error={error} />
      <div className={classes.formActions}>
        <Button type="submit" loading={isPending}>
          {t('profile.changePassword')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </SavingForm>
  );
}
