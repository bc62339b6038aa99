import { Button, TextInput } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import classes from '#features/session/auth.module.css';
import { AuthFrame } from '#features/session/auth-frame.tsx';
import { FormFailure } from '#features/session/form-failure.tsx';
import { PasswordField } from '#features/session/password-field.tsx';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { isBusy, pauseBeforeRetry } from '#shared/api/calls/sure-sending.ts';
import {
  type Credentials,
  enter,
  hasListFailed,
  meQuery,
  readUser,
  returnPath,
} from '#shared/api/queries/session.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

/** A hall signs in together: the page comes again by itself when the server asks for it, then shows its refusal. */
const TRIES_WHILE_BUSY = 6;
const LONGEST_PAUSE_MS = 5_000;

/** /auth */
export function Component() {
  const { t } = useTranslation();
  return (
    <AuthFrame title={t('auth.title')}>
      <FailedList />
      <SignInForm />
      <div className={classes.links}>
        <Link to="/auth/forget-password">{t('auth.forgotten')}</Link>
      </div>
    </AuthFrame>
  );
}

/** Notice that the list of contests failed to load, with a link back for a signed-in person. */
function FailedList() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const hasFailed = hasListFailed(search);
  const { data: me } = useQuery({ ...meQuery, enabled: hasFailed });
  if (!hasFailed) return null;
  return (
    <p className={classes.failure} data-shown>
      <IconCloudOff size={20} aria-hidden />
      <span>
        {t('auth.listFailed')} {me && <Link to={returnPath(search)}>{t('auth.backToScreen')}</Link>}
      </span>
    </p>
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
    <SavingForm isSaving={isPending} className={classes.form} onSubmit={send} noValidate>
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
    </SavingForm>
  );
}

/** Signs in and leads to the wanted screen. */
function useSignIn() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  return useMutation({
    mutationFn: (credentials: Credentials) => enter(queryClient, credentials),
    retry: (failures, error) => failures < TRIES_WHILE_BUSY && isBusy(error),
    retryDelay: (failures, error) => pauseBeforeRetry(failures, error, LONGEST_PAUSE_MS),
    onSuccess: async () => navigate(await wantedPath(queryClient, search), { replace: true }),
    meta: { ownError: true },
  });
}

/** Address after sign-in: on a new site supervisors begin at its first steps, unless they wanted another screen. */
async function wantedPath(queryClient: QueryClient, search: string): Promise<string> {
  const path = returnPath(search);
  const me = await readUser(queryClient);
  if (!me?.isSupervisor || path !== '/contests') return path;
  const { supervisorStart } = await import('#features/first-run/first-run.data.ts');
  return supervisorStart(queryClient, path);
}
