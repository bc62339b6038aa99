import type { OwnUser } from '@balloon/contracts/users.ts';
import { Button, TextInput } from '@mantine/core';
import { IconMailFast } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { linkEmail, refreshMe } from '#features/account/account.data.ts';
import { emailText } from '#features/account/field-rules.ts';
import { Outcome } from '#features/account/outcome.tsx';
import { useFields } from '#features/account/use-fields.ts';
import classes from '#features/session/auth.module.css';
import { FormFailure } from '#features/session/form-failure.tsx';
import { PasswordField } from '#features/session/password-field.tsx';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

/** Form for an address; sends the confirmation letter to it. */
export function LinkEmailForm({ me }: { me: OwnUser }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { field, onSubmit } = useFields(
    { email: me.pendingEmail ?? '', password: '' },
    (name, { email, password }) => {
      if (name === 'email') return emailText(email);
      return password === '' ? t('form.required') : undefined;
    },
  );
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: linkEmail,
    onSuccess: () => refreshMe(queryClient),
    meta: { ownError: true },
  });
  if (data !== undefined) {
    return (
      <Outcome
        isGood
        icon={<IconMailFast size={28} stroke={1.6} aria-hidden />}
        text={<p>{t('auth.linkSent', { email: data.pendingEmail ?? data.email })}</p>}
        action={{ to: '/contests', text: t('auth.continue') }}
      />
    );
  }
  return (
    <>
      <p className={classes.lead}>
        {me.email === null ? t('auth.linkLead') : t('auth.linkLeadChange', { email: me.email })}
      </p>
      <SavingForm
        isSaving={isPending}
        className={classes.form}
        onSubmit={onSubmit((asked) => mutate(asked))}
        noValidate
      >
        <TextInput
          {...field('email')}
          label={t('auth.email')}
          type="email"
          autoComplete="email"
          autoFocus
          size="lg"
        />
        <PasswordField
          {...field('password')}
          label={t('profile.oldPassword')}
          autoComplete="current-password"
        />
        <FormFailure error={error} />
        <Button type="submit" size="lg" fullWidth loading={isPending}>
          {t('auth.linkAction')}
        </Button>
      </SavingForm>
      <div className={classes.links}>
        <Link to="/profile">{t('auth.toProfile')}</Link>
      </div>
    </>
  );
}
