import { IconCheck, IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { groupOfLinkQuery } from '#features/account/account.data.ts';
import { JoinGroup } from '#features/account/join-group.tsx';
import { Outcome } from '#features/account/outcome.tsx';
import { RegisterForm } from '#features/account/register-form.tsx';
import { useSignUp } from '#features/account/use-sign-up.ts';
import { FormSkeleton, WithChannels } from '#features/account/with-channels.tsx';
import { AuthFrame } from '#features/session/auth-frame.tsx';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { meQuery } from '#shared/api/queries/session.ts';
import { ErrorState } from '#shared/ui/states/states.tsx';
import { errorText } from '#shared/ui/toasts/toasts.ts';

/** /auth/register?groupKey= */
export function Component() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const groupKey = search.get('groupKey') ?? '';
  const { data: group, error, refetch } = useQuery(groupOfLinkQuery(groupKey));
  const { data: me, isPending: isAsking } = useQuery(meQuery);
  const { created, mutate, isPending, error: refusal } = useSignUp(groupKey);
  const isNew = created !== null || !me;
  const name = (created?.group ?? group)?.name;
  const title =
    name === undefined ? undefined : t(isNew ? 'auth.registerTitle' : 'auth.joinTitle', { group: name });

  function content() {
    if (created) return <Welcome email={created.person.email} isEntering={isPending} />;
    if (groupKey === '') return <DeadLink text={t('errors.LINK_NOT_FOUND')} />;
    if (error !== null && group === undefined) {
      const isDead = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (isDead) return <DeadLink text={errorText(error)} />;
      return <ErrorState error={error} onRetry={() => void refetch()} />;
    }
    if (group === undefined || isAsking) return <FormSkeleton fields={4} />;
    if (me) return <JoinGroup me={me} group={group} groupKey={groupKey} />;
    return (
      <WithChannels>
        {({ mail }) => (
          <RegisterForm
            asksEmail={mail}
            isPending={isPending}
            error={refusal}
            onSend={(person) => mutate({ person, group })}
          />
        )}
      </WithChannels>
    );
  }

  return <AuthFrame title={title ?? t('auth.register')}>{content()}</AuthFrame>;
}

function Welcome({ email, isEntering }: { email: string; isEntering: boolean }) {
  const { t } = useTranslation();
  return (
    <Outcome
      isGood
      icon={<IconCheck size={28} stroke={1.8} aria-hidden />}
      text={
        <>
          <p>{t('auth.registerDone')}</p>
          {email !== '' && <p>{t('auth.linkSent', { email })}</p>}
        </>
      }
      action={{ to: '/contests', text: t('auth.toContests') }}
      isLoading={isEntering}
    />
  );
}

function DeadLink({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <Outcome
      icon={<IconLinkOff size={28} stroke={1.6} aria-hidden />}
      text={<p>{text}</p>}
      action={{ to: '/auth', text: t('auth.toSignIn') }}
    />
  );
}
