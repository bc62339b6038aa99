import type { ImportUsersReport } from '@balloon/contracts/people/user-import.ts';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  DUPLICATES,
  ENCODINGS,
  type ImportOptions,
  PASSWORDS,
  SEPARATORS,
} from '#features/user-import/import.data.ts';
import classes from '#features/user-import/user-import.module.css';

const ENCODING_NAMES: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'windows-1251': 'Windows-1251',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
};
const SEPARATOR_KEYS: Readonly<Record<string, string>> = {
  ';': 'userImport.separator.semicolon',
  ',': 'userImport.separator.comma',
  tab: 'userImport.separator.tab',
  '\t': 'userImport.separator.tab',
};

export interface ImportOptionsFieldsProps {
  options: ImportOptions;
  /** What the server found in the file, once it was read. */
  report: ImportUsersReport | undefined;
  onChange: (change: Partial<ImportOptions>) => void;
}

/** How the file is read and what becomes of people who exist; "automatic" says what was found. */
export function ImportOptionsFields({ options, report, onChange }: ImportOptionsFieldsProps) {
  const { t } = useTranslation();
  const separatorName = (sign: string) => t(SEPARATOR_KEYS[sign] ?? 'userImport.auto');
  const foundSeparator = report && separatorName(report.separator);
  const foundEncoding = report && ENCODING_NAMES[report.encoding];
  const auto = (found: string | undefined) =>
    found ? t('userImport.autoFound', { found }) : t('userImport.auto');
  return (
    <div className={classes.options}>
      <NativeSelect
        label={t('userImport.duplicates')}
        value={options.duplicates}
        data={DUPLICATES.map((value) => ({ value, label: t(`userImport.duplicates.${value}`) }))}
        onChange={({ target }) =>
          onChange({ duplicates: DUPLICATES.find((one) => one === target.value) ?? 'skip' })
        }
      />
      <NativeSelect
        label={t('userImport.passwords')}
        value={options.passwords}
        data={PASSWORDS.map((value) => ({ value, label: t(`userImport.passwords.${value}`) }))}
        onChange={({ target }) =>
          onChange({ passwords: PASSWORDS.find((one) => one === target.value) ?? 'generate' })
        }
      />
      <NativeSelect
        label={t('userImport.separator')}
        value={options.separator}
        data={SEPARATORS.map((value) => ({
          value,
          label: value === 'auto' ? auto(foundSeparator) : separatorName(value),
        }))}
        onChange={({ target }) =>
          onChange({ separator: SEPARATORS.find((one) => one === target.value) ?? 'auto' })
        }
      />
      <NativeSelect
        label={t('userImport.encoding')}
        value={options.encoding}
        data={ENCODINGS.map((value) => ({
          value,
          label: value === 'auto' ? auto(foundEncoding) : (ENCODING_NAMES[value] ?? value),
        }))}
        onChange={({ target }) =>
          onChange({ encoding: ENCODINGS.find((one) => one === target.value) ?? 'auto' })
        }
      />
    </div>
  );
}
