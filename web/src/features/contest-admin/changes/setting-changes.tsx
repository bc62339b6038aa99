import { useTranslation } from 'react-i18next';
import { useSettingText } from '#features/contest-admin/changes/setting-text.ts';
import classes from '#features/contest-admin/form/contest-form.module.css';

export interface SettingChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** Settings with what they were and become. */
export function SettingChanges({ changes }: { changes: readonly SettingChange[] }) {
  const { t } = useTranslation();
  const { nameText, valueText } = useSettingText();
  if (changes.length === 0) return <p className={classes.note}>{t('changePreview.nothing')}</p>;
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{nameText(field)}</dt>
          <dd>{changeText(valueText(field, before), valueText(field, after))}</dd>
        </div>
      ))}
    </dl>
  );

  /** A list may change without changing its length. */
  function changeText(before: string, after: string): string {
    return before === after ? t('changePreview.changed') : `${before} → ${after}`;
  }
}
