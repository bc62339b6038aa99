import { type ReactNode, useId } from 'react';
import classes from '#features/account/profile.module.css';

/** Section of the profile: its name beside its rows. */
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

/** Row of a section: a fact, and at its right the possible action. */
export function ProfileRow({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.row}>
      <div className={classes.rowText}>{children}</div>
      {action}
    </div>
  );
}
