import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ContestFilter } from '#features/problem-admin/contest-filter.tsx';
import type { ImportOptions } from '#features/team-import/team-import.data.ts';

interface ImportTargetProps {
  label: string;
  /** What happens without a contest. */
  placeholder: string;
  options: ImportOptions;
  onChange: (options: ImportOptions) => void;
}

/** Fields for the contest into which an import goes, and for the passwords of accounts that exist. */
export function ImportTarget({ label, placeholder, options, onChange }: ImportTargetProps) {
  const { t } = useTranslation();
  return (
    <>
      <ContestFilter
        label={label}
        placeholder={placeholder}
        contestId={options.contestId}
        onChange={(contestId) => onChange({ ...options, contestId })}
      />
      <Checkbox
        label={t('teamImport.setsPasswords')}
        description={t('teamImport.setsPasswordsHint')}
        checked={options.setsPasswords}
        onChange={(event) => onChange({ ...options, setsPasswords: event.currentTarget.checked })}
      />
    </>
  );
}
