import { MIN_PASSWORD_LENGTH } from '@balloon/contracts/people/account-rules.ts';
import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { NewPerson } from '#features/account/account.data.ts';
import { emailText, newPasswordText, ownNameText, ownUsernameText } from '#features/account/field-rules.ts';
import { type Check, useFields } from '#features/account/use-fields.ts';
import classes from '#features/session/auth.module.css';
import { FormFailure } from '#features/session/form-failure.tsx';
import { PasswordField } from '#features/session/password-field.tsx';
import { signInPath } from '#shared/api/queries/session.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

const NOBODY: NewPerson = { firstName: '', lastName: '', email: '', username: '', password: '' };

interface RegisterFormProps {
  /** Whether the form asks for an address; only a site with mail can confirm it. */
  asksEmail: boolean;
  isPending: boolean;
  error: Error | null;
  onSend: (person: NewPerson) => void;
}

/** Form with everything that a new account needs. */
export function RegisterForm({ asksEmail, isPending, error, onSend }: RegisterFormProps) {
  const { t } = useTranslation();
  const location = useLocation();
  const { field, onSubmit } = useFields<keyof NewPerson>({ ...NOBODY }, checkWith(asksEmail));
  return (
    <>
      <SavingForm
        isSaving={isPending}
        className={classes.form}
        onSubmit={onSubmit((person) => onSend(trimmed(person)))}
        noValidate
      >
        <div className={classes.pair}>
          <TextInput
            {...field('firstName')}
            label={t('auth.firstName')}
            autoComplete="given-name"
            autoFocus
            size="lg"
          />
          <TextInput {...field('lastName')} label={t('auth.lastName')} autoComplete="family-name" size="lg" />
        </div>
        {asksEmail && (
          <TextInput
            {...field('email')}
            label={t('auth.email')}
            description={t('auth.emailHint')}
            type="email"
            autoComplete="email"
            size="lg"
          />
        )}
        <TextInput
          {...field('username')}
          label={t('auth.newUsername')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="lg"
        />
        <PasswordField
          {...field('password')}
          label={t('auth.password')}
          description={t('auth.passwordHint', { count: MIN_PASSWORD_LENGTH })}
          autoComplete="new-password"
        />
        <FormFailure error={error} />
        <Button type="submit" size="lg" fullWidth loading={isPending}>
          {t('auth.registerAction')}
        </Button>
      </SavingForm>
      <div className={classes.links}>
        <Link to={signInPath(location)}>{t('auth.haveAccount')}</Link>
      </div>
    </>
  );
}

function checkWith(asksEmail: boolean): Check<keyof NewPerson> {
  return (name, values) => {
    if (name === 'email') return asksEmail ? emailText(values.email) : undefined;
    if (name === 'username') return ownUsernameText(values.username);
    if (name === 'password') return newPasswordText(values.password, values.username);
    return ownNameText(values[name]);
  };
}

function trimmed(person: NewPerson): NewPerson {
  const entries = Object.entries(person).map(([name, value]) => [
    name,
    name === 'password' ? value : value.trim(),
  ]);
  return Object.fromEntries(entries);
}
