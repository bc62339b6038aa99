import { Button, TextInput } from '@mantine/core';
import { IconMailFast } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { askForReset } from '#features/account/account.data.ts';
import { requiredText } from '#features/account/field-rules.ts';
import { MailOff } from '#features/account/mail-off.tsx';
import { Outcome } from '#features/account/outcome.tsx';
import { useFields } from '#features/account/use-fields.ts';
import { WithChannels } from '#features/account/with-channels.tsx';
import classes from '#features/session/auth.module.css';
import { AuthFrame } from '#features/session/auth-frame.tsx';
import { FormFailure } from '#features/session/form-failure.tsx';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

/** /auth/forget-password */
export function Component() {
  const { t } = useTranslation();
  const signIn = { to: '/auth', text: t('auth.toSignIn') };
  return (
    <AuthFrame title={t('auth.forgetTitle')}>
      <WithChannels>
        {({ mail }) => (mail ? <ForgetForm /> : <MailOff text={t('auth.mailOffReset')} action={signIn} />)}
      </WithChannels>
    </AuthFrame>
  );
}

function ForgetForm() {
  const { t } = useTranslation();
  const { field, onSubmit } = useFields({ login: '' }, (_, { login }) => requiredText(login));
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: askForReset,
    meta: { ownError: true },
  });
  if (isSuccess) {
    return (
      <Outcome
        isGood
        icon={<IconMailFast size={28} stroke={1.6} aria-hidden />}
        text={
          <>
            <p>{t('auth.forgetSent')}</p>
            <p>{t('auth.forgetSentHint')}</p>
          </>
        }
        action={{ to: '/auth', text: t('auth.toSignIn') }}
      />
    );
  }
  return (
    <>
      <p className={classes.lead}>{t('auth.forgetLead')}</p>
      <SavingForm
        isSaving={isPending}
        className={classes.form}
        onSubmit={onSubmit(({ login }) => mutate(login.trim()))}
        noValidate
      >
        <TextInput
          {...field('login')}
          label={t('auth.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          size="lg"
        />
        <FormFailure error={error} />
        <Button type="submit" size="lg" fullWidth loading={isPending}>
          {t('auth.forgetAction')}
        </Button>
      </SavingForm>
      <div className={classes.links}>
        <Link to="/auth">{t('auth.toSignIn')}</Link>
      </div>
    </>
  );
}
