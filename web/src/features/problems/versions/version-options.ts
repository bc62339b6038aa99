import { useTranslation } from 'react-i18next';
import { type ListedVersion, NEWEST } from '#features/problems/versions/problem-versions.data.ts';
import { useFormats } from '#shared/text/format.ts';

/** Options for choosing a version: "by default" first, then the newest first. */
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
