import type { SiteSettings } from '@balloon/contracts/site/site-settings.ts';
import { Textarea } from '@mantine/core';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnMarkdown } from '#features/problems/statement/lazy-markdown.tsx';
import { SectionForm } from '#features/site-settings/section-form.tsx';
import classes from '#features/site-settings/settings.module.css';
import { type SectionProps, useSection } from '#features/site-settings/use-section.ts';
import { Guarded } from '#shared/ui/states/guarded.tsx';

const valuesOf = ({ russian, english }: SiteSettings['contacts']) => ({
  ...{ russian: russian ?? '', english: english ?? '' },
});
const written = (text: string) => (text.trim() === '' ? null : text);

/** How to reach the organisers, in both languages, with a preview. */
export function ContactsSection({ settings, onChanged }: SectionProps<'contacts'>) {
  const { t } = useTranslation();
  const state = useSection({
    section: 'contacts',
    settings,
    valuesOf,
    formOf: ({ russian, english }) => ({ russian: written(russian), english: written(english) }),
    onChanged,
  });
  const { form, fixed } = state;
  return (
    <SectionForm state={state}>
      {(['russian', 'english'] as const).map((field) => (
        <div key={field} className={classes.sides}>
          <Textarea
            label={t(`settings.${field}`)}
            autosize
            minRows={5}
            maxRows={20}
            {...fixed(field)}
            {...form.getInputProps(field)}
          />
          <Preview text={form.values[field]} label={t(`settings.${field}Preview`)} />
        </div>
      ))}
    </SectionForm>
  );
}

function Preview({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const shown = useDeferredValue(text);
  return (
    <section className={classes.preview} aria-label={label}>
      <p className={classes.previewName}>{t('settings.preview')}</p>
      {shown.trim() === '' ? (
        <p className={classes.note}>{t('settings.previewEmpty')}</p>
      ) : (
        <Guarded of={shown} fallback={<pre>{shown}</pre>}>
          <OwnMarkdown text={shown} />
        </Guarded>
      )}
    </section>
  );
}
