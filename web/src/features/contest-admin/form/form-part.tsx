import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-admin/form/contest-form.module.css';
import { type Part, partId } from '#features/contest-admin/form/form-parts.ts';

/** Part of the form with its heading. */
export function FormPart({ part, note, children }: { part: Part; note?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  const id = partId(part);
  return (
    <section className={classes.part} aria-labelledby={id}>
      <header>
        <h2 id={id} className={classes.heading} tabIndex={-1}>
          {t(`contestForm.${part}`)}
        </h2>
        {note !== undefined && <p className={classes.note}>{note}</p>}
      </header>
      {children}
    </section>
  );
}
