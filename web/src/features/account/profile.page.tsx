import { useTranslation } from 'react-i18next';
import { AppearanceSection } from '#features/account/appearance-section.tsx';
import { EmailSection } from '#features/account/email-section.tsx';
import { PasswordSection } from '#features/account/password-section.tsx';
import classes from '#features/account/profile.module.css';
import { ProfileHead } from '#features/account/profile-head.tsx';
import { SessionsSection } from '#features/account/sessions-section.tsx';
import { TelegramSection } from '#features/account/telegram-section.tsx';
import { useMe } from '#shared/api/queries/session.ts';
import { usePageTitle } from '#shared/text/i18n.ts';

/** /profile */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('profile.title'));
  const me = useMe();
  return (
    <div className={classes.page}>
      <ProfileHead me={me} />
      <EmailSection me={me} />
      <TelegramSection />
      <PasswordSection me={me} />
      <AppearanceSection />
      {/* Last, since the number of sessions is unknown beforehand. */}
      <SessionsSection />
    </div>
  );
}
