import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { ActionIcon, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LimitFields, type LimitValues } from '#features/problem-editor/judging/limit-fields.tsx';
import classes from '#features/problem-editor/problem-editor.module.css';

/** Factor of the limits that a language gets at first: more is why somebody adds it. */
const AT_FIRST = 2;

const OFFERED = Object.entries(LANGUAGES).filter(([, language]) => !('authorsOnly' in language));

export interface LanguageLimitsProps {
  /** Limits of all other languages. */
  limits: LimitValues;
  byLanguage: Readonly<Record<string, LimitValues>>;
  onChange: (byLanguage: Record<string, LimitValues>) => void;
}

/** Languages with limits of their own. */
export function LanguageLimits({ limits, byLanguage, onChange }: LanguageLimitsProps) {
  const { t } = useTranslation();
  const chosen = Object.entries(byLanguage);
  const others = OFFERED.filter(([key]) => !(key in byLanguage));
  const nameOf = (key: string) => OFFERED.find(([known]) => known === key)?.[1].name ?? key;
  const add = (key: string | null) => {
    if (key === null) return;
    const { timeLimitMs, memoryLimitKb } = limits;
    onChange({ ...byLanguage, [key]: { timeLimitMs: timeLimitMs * AT_FIRST, memoryLimitKb } });
  };
  return (
    <fieldset className={classes.files}>
      <legend>{t('problemEditor.languageLimits')}</legend>
      {chosen.map(([key, own]) => (
        <div key={key} className={classes.languageRow}>
          <span className={classes.languageName}>{nameOf(key)}</span>
          <LimitFields
            of={nameOf(key)}
            limits={own}
            onChange={(changed) => onChange({ ...byLanguage, [key]: changed })}
          />
          <ActionIcon
            size={36}
            aria-label={t('problemEditor.removeNamed', { name: nameOf(key) })}
            onClick={() => onChange(Object.fromEntries(chosen.filter(([other]) => other !== key)))}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Select
        aria-label={t('problemEditor.addLanguageLimit')}
        placeholder={t('problemEditor.addLanguageLimit')}
        data={others.map(([key, { name }]) => ({ value: key, label: name }))}
        value={null}
        onChange={add}
        searchable
      />
    </fieldset>
  );
}
