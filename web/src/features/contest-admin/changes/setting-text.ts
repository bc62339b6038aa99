import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formGroupsQuery } from '#features/contest-admin/contest-admin.data.ts';
import { useDurationText } from '#features/contests/duration-text.ts';
import { useFormats } from '#shared/text/format.ts';
import { verdictKey } from '#shared/ui/labels/verdict.ts';

/** Names and values of settings in words, as the server tells them in previews and in changes by others. */
export function useSettingText() {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const durationText = useDurationText();
  const { data: groups = [] } = useQuery(formGroupsQuery);

  const listText = (field: string, ids: readonly unknown[]) => {
    if (field === 'groupIds') {
      const names = ids.map((id) => groups.find((group) => group.id === id)?.name ?? `#${id}`);
      return names.join(', ') || t('contestForm.everybody');
    }
    if (field === 'languageIds' && ids.length === 0) return t('contestForm.allLanguages');
    if (field === 'allowedNetworks') return ids.join(', ') || t('contestForm.everywhere');
    if (field === 'penalizedVerdicts') return ids.map((id) => t(verdictKey(Number(id)))).join(', ') || '—';
    return t('contestForm.entries', { count: ids.length });
  };
  return {
    nameText: (field: string): string => {
      const key = `contestForm.field.${field}`;
      return i18n.exists(key) ? t(key) : field;
    },
    valueText: (field: string, value: unknown): string => {
      if (Array.isArray(value)) return listText(field, value);
      if (field === 'penalizedVerdicts') return t('contestForm.usualVerdicts');
      if (typeof value === 'boolean') return t(value ? 'contestForm.yes' : 'contestForm.no');
      if (typeof value !== 'number') return wordOf(value);
      if (field === 'startTimeMs') return formats.dateTime(value);
      return field.endsWith('TimeMs') ? durationText(value) : formats.number(value);
    },
  };

  function wordOf(value: unknown): string {
    if (value === 'participants') return t('contestForm.participants');
    if (value === 'supervisors') return t('contestForm.supervisors');
    const rule = `contestForm.ruleValue.${value}`;
    if (typeof value === 'string' && i18n.exists(rule)) return t(rule);
    return typeof value === 'string' ? value : '—';
  }
}
