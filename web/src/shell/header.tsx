import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ChatLink } from '#features/chat/chat-link.tsx';
import { isConfined, useMe } from '#shared/api/queries/session.ts';
import { SITE } from '#shared/look/site.ts';
import classes from '#shell/header.module.css';
import { SiteMark } from '#shell/mark.tsx';
import { ProfileMenu } from '#shell/profile-menu.tsx';
import { ProgressBar } from '#shell/progress-bar.tsx';
import { ThemeSwitch } from '#shell/theme-switch.tsx';

export interface HeaderProps {
  /** Content between the mark and the profile; the product's name when absent. */
  children?: ReactNode;
}

/** Header of every screen of a signed-in person. */
export function Header({ children }: HeaderProps) {
  const { t } = useTranslation();
  const me = useMe();
  const isInContest = children !== undefined;
  return (
    <header className={classes.header}>
      <Link to="/contests" className={classes.home} aria-label={t('header.home', { product: SITE.name })}>
        <SiteMark />
        {!isInContest && !SITE.nameInLogo && <span className={classes.product}>{SITE.name}</span>}
      </Link>
      <div className={classes.middle}>{children}</div>
      <div className={isInContest ? classes.themeInContest : undefined}>
        <ThemeSwitch />
      </div>
      <div className={isInContest ? classes.chatInContest : undefined}>{!isConfined(me) && <ChatLink />}</div>
      <ProfileMenu />
      <ProgressBar />
    </header>
  );
}
