import type { OwnUser } from '@balloon/contracts/users.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/account/profile.module.css';
import { ProfileRow, ProfileSection } from '#features/account/profile-section.tsx';
import { channelsQuery } from '#shared/api/queries/channels.ts';

/** The address by which a person signs in and gets a new password. */
export function EmailSection({ me }: { me: OwnUser }) {
  const { t } = useTranslation();
  const { data: channels } = useQuery(channelsQuery);
  const { email, pendingEmail } = me;
  const action = channels?.mail ? (
    <Button component={Link} to="/auth/link-email" variant="default">
      {t(email === null ? 'profile.linkEmail' : 'profile.changeEmail')}
    </Button>
  ) : undefined;
  return (
    <ProfileSection title={t('profile.email')}>
      <ProfileRow action={action}>
        {email ?? t('profile.noEmail')}
        {pendingEmail !== null && pendingEmail !== email && (
          <p className={classes.hint}>{t('profile.pendingEmail', { email: pendingEmail })}</p>
        )}
        {email === null && pendingEmail === null && channels?.mail && (
          <p className={classes.hint}>{t('profile.emailHint')}</p>
        )}
        {channels === undefined && email === null && <p className={classes.hint}>&nbsp;</p>}
        {channels?.mail === false && <p className={classes.hint}>{t('profile.mailOff')}</p>}
      </ProfileRow>
    </ProfileSection>
  );
}
