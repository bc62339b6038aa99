import { useTranslation } from 'react-i18next';
import { AppearanceSection } from '#features/account/appearance-section.tsx';
import { EmailSection } from '#features/account/email-section.tsx';
import { PasswordSection } from '#features/account/password-section.tsx';
import classes from '#features/account/profile.module.css';
import { ProfileHead } from '#features/account/profile-head.tsx';
import { SessionsSection } from '#features/account/sessions-section.tsx';
import { TelegramSection } from '#features/account/telegram-section.tsx';
import { usePageTitle } from '#shared/i18n.ts';
import { useMe } from '#shared/session.ts';

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
      {/* Last, since nobody knows beforehand how many there are. */}
      <SessionsSection />
    </div>
  );
}
