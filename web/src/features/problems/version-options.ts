import { useTranslation } from 'react-i18next';
import { type ListedVersion, NEWEST } from '#features/problems/problem-versions.data.ts';
import { useFormats } from '#shared/format.ts';

/** The versions of a problem for a choice: "by default" first, then the newest first. */
export function useVersionOptions(versions: readonly ListedVersion[]) {
  const { t } = useTranslation();
  const formats = useFormats();
  const newest = versions.at(-1)?.versionNumber ?? 0;
  return [
    { value: NEWEST, label: t('versions.byDefault', { number: newest }) },
    ...versions.toReversed().map(({ uuid, versionNumber, createdAt }) => ({
      value: uuid,
      label: t('versions.dated', { number: versionNumber, date: formats.date(Date.parse(createdAt)) }),
    })),
  ];
}
