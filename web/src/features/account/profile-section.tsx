import { type ReactNode, useId } from 'react';
import classes from '#features/account/profile.module.css';

/** One matter of the profile: its name beside what there is to see and to do. */
export function ProfileSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.sectionTitle}>
        {title}
      </h2>
      <div className={classes.sectionBody}>{children}</div>
    </section>
  );
}

/** What is, and on its right what can be done about it. */
export function ProfileRow({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.row}>
      <div className={classes.rowText}>{children}</div>
      {action}
    </div>
  );
}
