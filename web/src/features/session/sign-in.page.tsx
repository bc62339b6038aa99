import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import classes from '#features/session/auth.module.css';
import { AuthFrame } from '#features/session/auth-frame.tsx';
import { FormFailure } from '#features/session/form-failure.tsx';
import { PasswordField } from '#features/session/password-field.tsx';
import { ApiError } from '#shared/api-error.ts';
import { type Credentials, enter, returnPath } from '#shared/session.ts';

/** /auth */
export function Component() {
  const { t } = useTranslation();
  return (
    <AuthFrame title={t('auth.title')}>
      <SignInForm />
      <div className={classes.links}>
        <Link to="/auth/forget-password">{t('auth.forgotten')}</Link>
      </div>
    </AuthFrame>
  );
}

function SignInForm() {
  const { t } = useTranslation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [wasSent, setSent] = useState(false);
  const { mutate, isPending, error } = useSignIn();
  const required = (text: string) => wasSent && text === '' && t('form.required');
  const isWrong = error instanceof ApiError && error.status === 401;

  function send(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (username.trim() !== '' && password !== '') mutate({ username: username.trim(), password });
  }

  return (
    <form className={classes.form} onSubmit={send} noValidate>
      <TextInput
        label={t('auth.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        size="lg"
        value={username}
        error={required(username.trim())}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordField
        label={t('auth.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        error={required(password)}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <FormFailure error={error} text={isWrong ? t('auth.wrong') : undefined} />
      <Button type="submit" size="lg" fullWidth loading={isPending}>
        {t('auth.signIn')}
      </Button>
    </form>
  );
}

/** Signs in and goes where the person wanted to be. */
function useSignIn() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  return useMutation({
    mutationFn: (credentials: Credentials) => enter(queryClient, credentials),
    onSuccess: () => navigate(returnPath(search), { replace: true }),
    meta: { ownError: true },
  });
}
