import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { ConfirmEmail } from '#features/account/confirm-email.tsx';
import { LinkEmailForm } from '#features/account/link-email-form.tsx';
import { MailOff } from '#features/account/mail-off.tsx';
import { Outcome } from '#features/account/outcome.tsx';
import { FormSkeleton, WithChannels } from '#features/account/with-channels.tsx';
import { AuthFrame } from '#features/session/auth-frame.tsx';
import { meQuery, signInPath } from '#shared/api/queries/session.ts';

/** /auth/link-email, and with ?confirmKey= the way back from the letter */
export function Component() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const confirmKey = search.get('confirmKey');
  if (confirmKey !== null) {
    return (
      <AuthFrame title={t('auth.confirmTitle')}>
        <ConfirmEmail confirmKey={confirmKey} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('auth.linkTitle')}>
      <LinkEmail />
    </AuthFrame>
  );
}

function LinkEmail() {
  const { t } = useTranslation();
  const location = useLocation();
  const { data: me, isPending } = useQuery(meQuery);
  if (isPending) return <FormSkeleton fields={1} />;
  if (!me) {
    return (
      <Outcome
        icon={<IconLock size={28} stroke={1.6} aria-hidden />}
        text={<p>{t('auth.linkSignedOut')}</p>}
        action={{ to: signInPath(location), text: t('auth.signIn') }}
      />
    );
  }
  const back = { to: '/profile', text: t('auth.toProfile') };
  return (
    <WithChannels>
      {({ mail }) =>
        mail ? <LinkEmailForm me={me} /> : <MailOff text={t('auth.mailOffLink')} action={back} />
      }
    </WithChannels>
  );
}
