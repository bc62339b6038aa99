import type { Editorials } from '@balloon/contracts/problems/editorials.ts';
import { MAX_EDITORIAL_LENGTH } from '@balloon/contracts/problems/problem-editor-limits.ts';
import { LOCALES, type Locale } from '@balloon/domain/text/statement-locale.ts';
import { SegmentedControl } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TagsField } from '#features/problem-editor/editorial/tags-field.tsx';
import classes from '#features/problem-editor/problem-editor.module.css';
import { TextArea } from '#features/problem-editor/statement/text-area.tsx';
import { OwnMarkdown } from '#features/problems/statement/lazy-markdown.tsx';
import statementClasses from '#features/problems/statement/statement.module.css';
import { LOCALE_NAMES, useLocale } from '#shared/text/i18n.ts';

export interface EditorialTabProps {
  tags: readonly string[];
  editorials: Editorials;
  onTags: (tags: string[]) => void;
  /** Told how the editorials change: a picture may have been uploaded when another one is written. */
  onEditorials: (change: (known: Editorials) => Editorials) => void;
}

/** How the problem is solved, a text per language, and its tags: what participants read after their contests. */
export function EditorialTab({ tags, editorials, onTags, onEditorials }: EditorialTabProps) {
  const { t } = useTranslation();
  const own = useLocale();
  const [locale, setLocale] = useState<Locale>(own);
  const text = editorials[locale] ?? '';
  const shown = useDeferredValue(text);
  return (
    <>
      <p className={classes.hint}>{t('problemEditor.editorialHint')}</p>
      <div className={classes.tagsField}>
        <TagsField tags={tags} onChange={onTags} />
      </div>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label={t('problemEditor.language')}
          value={locale}
          onChange={(chosen) => setLocale(chosen as Locale)}
          data={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
        />
      </div>
      <div className={classes.sides}>
        <div className={classes.fields} lang={locale.slice(0, 2)}>
          <TextArea
            key={locale}
            label={t('problemEditor.editorialText')}
            value={text}
            maxLength={MAX_EDITORIAL_LENGTH}
            onChange={(change) =>
              onEditorials((known) => ({ ...known, [locale]: change(known[locale] ?? '') }))
            }
            pictureCode={(link, name) => `![${name}](${link})`}
          />
        </div>
        <section className={classes.preview} aria-label={t('problemEditor.preview')}>
          <p className={classes.previewName}>{t('problemEditor.preview')}</p>
          <div className={statementClasses.statement} lang={locale.slice(0, 2)}>
            <div className={statementClasses.text}>
              {shown.trim() === '' ? (
                <p className={classes.hint}>{t('problemEditor.noEditorial')}</p>
              ) : (
                <OwnMarkdown text={shown} />
              )}
            </div>
          </div>
        </section>
      </div>
    </>
  );
}
