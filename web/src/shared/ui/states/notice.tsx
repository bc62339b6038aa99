import type { ReactNode } from 'react';
import classes from '#shared/ui/states/notice.module.css';

export interface NoticeProps {
  /** Failures are announced to screen readers at once. */
  tone: 'warning' | 'failure';
  icon: ReactNode;
  title?: string;
  children: ReactNode;
}

/** Text on a tinted ground that must not be overlooked, inside a screen. */
export function Notice({ tone, icon, title, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} {...(tone === 'failure' && { role: 'alert' })}>
      <span className={classes.icon}>{icon}</span>
      <div className={classes.text}>
        {title !== undefined && <p className={classes.title}>{title}</p>}
        {children}
      </div>
    </div>
  );
}
