import { Button } from '@mantine/core';
import { IconCheck, IconLinkOff } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirmEmail, refreshMe } from '#features/account/account.data.ts';
import { Outcome } from '#features/account/outcome.tsx';
import classes from '#features/session/auth.module.css';
import { FormFailure } from '#features/session/form-failure.tsx';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { meQuery } from '#shared/api/queries/session.ts';

/**
 * Confirms the address of the link in the letter. By a press, because mail programs open links to look at
 * them.
 */
export function ConfirmEmail({ confirmKey }: { confirmKey: string }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () => confirmEmail(confirmKey),
    onSuccess: () => refreshMe(queryClient),
    meta: { ownError: true },
  });
  if (data !== undefined) {
    return (
      <Outcome
        isGood
        icon={<IconCheck size={28} stroke={1.8} aria-hidden />}
        text={<p>{t('auth.confirmDone', data)}</p>}
        action={
          me ? { to: '/contests', text: t('auth.continue') } : { to: '/auth', text: t('auth.toSignIn') }
        }
      />
    );
  }
  if (error instanceof ApiError && error.status === 400) {
    return (
      <Outcome
        icon={<IconLinkOff size={28} stroke={1.6} aria-hidden />}
        text={<p>{t('errors.KEY_NOT_VALID')}</p>}
        action={{ to: '/auth/link-email', text: t('auth.askAgain') }}
      />
    );
  }
  return (
    <>
      <p className={classes.lead}>{t('auth.confirmLead')}</p>
      <div className={classes.form}>
        <FormFailure error={error} />
        <Button size="lg" fullWidth loading={isPending} onClick={() => mutate()}>
          {t('auth.confirmAction')}
        </Button>
      </div>
    </>
  );
}
