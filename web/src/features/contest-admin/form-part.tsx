import { type ReactNode, useId } from 'react';
import classes from '#features/contest-admin/contest-form.module.css';

/** Part of the form with its heading. */
export function FormPart({
  title,
  note,
  children,
}: {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <header>
        <h2 id={id} className={classes.heading}>
          {title}
        </h2>
        {note !== undefined && <p className={classes.note}>{note}</p>}
      </header>
      {children}
    </section>
  );
}
