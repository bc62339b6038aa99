import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { BalloonBunch } from '#features/session/balloon-bunch.tsx';
import classes from '#features/session/sign-in.module.css';
import { SignInFailure } from '#features/session/sign-in-failure.tsx';
import { usePageTitle } from '#shared/i18n.ts';
import { meQuery, returnPath, signIn } from '#shared/session.ts';
import { Footer } from '#shell/footer.tsx';

/** /auth */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('auth.title'));
  return (
    <div className={classes.screen}>
      <div className={classes.picture}>
        <BalloonBunch />
      </div>
      <div className={classes.side}>
        <main className={classes.main}>
          <div className={classes.smallPicture}>
            <BalloonBunch />
          </div>
          <h1 className={classes.title}>{t('auth.title')}</h1>
          <SignInForm />
        </main>
        <Footer />
      </div>
    </div>
  );
}

function SignInForm() {
  const { t } = useTranslation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [wasSent, setSent] = useState(false);
  const { mutate, isPending, error } = useSignIn();
  const required = (text: string) => wasSent && text === '' && t('form.required');

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
      <PasswordInput
        label={t('auth.password')}
        name="password"
        autoComplete="current-password"
        size="lg"
        value={password}
        error={required(password)}
        visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword'), tabIndex: 0 }}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <SignInFailure error={error} />
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
    mutationFn: async (credentials: { username: string; password: string }) => {
      await signIn(credentials);
      queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'me' });
      await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    },
    onSuccess: () => navigate(returnPath(search), { replace: true }),
    meta: { ownError: true },
  });
}
