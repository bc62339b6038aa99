import { Button } from '@mantine/core';
import { IconCheck, IconLinkOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { resetPassword } from '#features/account/account.data.ts';
import { newPasswordText, repeatedText } from '#features/account/field-rules.ts';
import { NewPasswordFields } from '#features/account/new-password-fields.tsx';
import { Outcome } from '#features/account/outcome.tsx';
import { useFields } from '#features/account/use-fields.ts';
import classes from '#features/session/auth.module.css';
import { AuthFrame } from '#features/session/auth-frame.tsx';
import { FormFailure } from '#features/session/form-failure.tsx';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

/** /auth/reset?resetKey= */
export function Component() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const resetKey = search.get('resetKey') ?? '';
  return (
    <AuthFrame title={t('auth.resetTitle')}>
      {resetKey === '' ? <DeadLink /> : <ResetForm resetKey={resetKey} />}
    </AuthFrame>
  );
}

function ResetForm({ resetKey }: { resetKey: string }) {
  const { t } = useTranslation();
  const { field, onSubmit } = useFields({ password: '', repeated: '' }, (name, { password, repeated }) =>
    name === 'password' ? newPasswordText(password) : repeatedText(repeated, password),
  );
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (password: string) => resetPassword(resetKey, password),
    meta: { ownError: true },
  });
  if (isSuccess) {
    return (
      <Outcome
        isGood
        icon={<IconCheck size={28} stroke={1.8} aria-hidden />}
        text={<p>{t('auth.resetDone')}</p>}
        action={{ to: '/auth', text: t('auth.toSignIn') }}
      />
    );
  }
  if (error instanceof ApiError && error.code === 'KEY_NOT_VALID') return <DeadLink />;
  return (
    <SavingForm
      isSaving={isPending}
      className={classes.form}
      onSubmit={onSubmit(({ password }) => mutate(password))}
      noValidate
    >
      <NewPasswordFields password={field('password')} repeated={field('repeated')} />
      <FormFailure error={error} />
      <Button type="submit" size="lg" fullWidth loading={isPending}>
        {t('auth.resetAction')}
      </Button>
    </SavingForm>
  );
}

function DeadLink() {
  const { t } = useTranslation();
  return (
    <Outcome
      icon={<IconLinkOff size={28} stroke={1.6} aria-hidden />}
      text={<p>{t('errors.KEY_NOT_VALID')}</p>}
      action={{ to: '/auth/forget-password', text: t('auth.askAgain') }}
    />
  );
}
