import type { EditedProblem, EditedStatement } from '@balloon/contracts/problems/problem-editor.ts';
import { LOCALES, type Locale } from '@balloon/domain/text/statement-locale.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withStatement } from '#features/problem-editor/editor-draft.ts';
import classes from '#features/problem-editor/problem-editor.module.css';
import { StatementFields } from '#features/problem-editor/statement/statement-fields.tsx';
import { StatementPreview } from '#features/problem-editor/statement/statement-preview.tsx';
import { LOCALE_NAMES, useLocale } from '#shared/text/i18n.ts';

export interface StatementTabProps {
  problem: EditedProblem;
  statements: readonly EditedStatement[];
  /** Told how the statements change: an upload may end when they, or even the tab, are no longer those of its start. */
  onChange: (change: (known: readonly EditedStatement[]) => EditedStatement[]) => void;
}

/** A statement per language: fields beside the preview on wide screens, above it on others. */
export function StatementTab({ problem, statements, onChange }: StatementTabProps) {
  const { t } = useTranslation();
  const own = useLocale();
  const [chosen, setChosen] = useState<Locale | null>(own);
  const edited = statements.find(({ locale }) => locale === chosen) ?? statements[0];
  if (!edited) return null;
  const languages = statements.flatMap(({ locale }) => locale ?? []);
  const missing = LOCALES.filter((locale) => !languages.includes(locale));
  function add(locale: Locale) {
    if (!edited) return;
    // A statement without a language becomes the other one's.
    const [other = null] = edited.locale === null ? LOCALES.filter((one) => one !== locale) : [];
    onChange((known) => [
      ...known.map((one) => (one.locale === null ? { ...one, locale: other } : one)),
      { ...edited, locale },
    ]);
    setChosen(locale);
  }
  return (
    <>
      <div className={classes.bar}>
        {languages.length > 0 && (
          <SegmentedControl
            aria-label={t('problemEditor.language')}
            value={edited.locale ?? ''}
            onChange={(locale) => setChosen(locale as Locale)}
            data={languages.map((locale) => ({ value: locale, label: LOCALE_NAMES[locale] }))}
          />
        )}
        {missing.map((locale) => (
          <Button
            key={locale}
            variant="subtle"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => add(locale)}
          >
            {t('problemEditor.addLanguage', { language: LOCALE_NAMES[locale] })}
          </Button>
        ))}
      </div>
      {edited.locale === null && <p className={classes.hint}>{t('problemEditor.noLanguage')}</p>}
      <div className={classes.sides}>
        <StatementFields
          key={edited.locale}
          problemId={problem.id}
          statement={edited}
          onChange={(change) => onChange((known) => withStatement(known, edited.locale, change))}
        />
        <StatementPreview problem={problem} statement={edited} />
      </div>
    </>
  );
}
