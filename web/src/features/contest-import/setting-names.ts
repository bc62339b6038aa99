import { useTranslation } from 'react-i18next';

/** Returns the names of a contest's settings as the log of changes says them. */
export function useSettingNames(): (setting: string) => string {
  const { t, i18n } = useTranslation();
  return (setting) => {
    const key = `audit.field.${setting}`;
    return i18n.exists(key) ? t(key) : setting;
  };
}
