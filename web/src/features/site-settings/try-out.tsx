import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/site-settings/settings.module.css';

export interface TryOutProps {
  state: { isChanged: boolean; settings: { isOn: boolean } };
  /** Text while nothing can be tried. */
  off: string;
  children: ReactNode;
}

/** A test of what was saved; while something is not saved, it says so instead. */
export function TryOut({ state: { isChanged, settings }, off, children }: TryOutProps) {
  const { t } = useTranslation();
  if (isChanged) return <p className={classes.note}>{t('settings.saveFirst')}</p>;
  if (!settings.isOn) return <p className={classes.note}>{off}</p>;
  return <div className={classes.tryOut}>{children}</div>;
}
