import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#shared/ui/forms/search-field.module.css';
import { useTyped } from '#shared/ui/forms/use-typed.ts';

export interface SearchFieldProps {
  label: string;
  /** Search text in the address. */
  query: string;
  /** Pause in typing after which the search starts, in milliseconds. */
  debounceMs: number;
  onSearch: (query: string) => void;
}

/** Searches after a short pause in typing; follows the address when that changes from elsewhere. */
export function SearchField({ label, query, debounceMs, onSearch }: SearchFieldProps) {
  const { t } = useTranslation();
  const [text, change] = useTyped(query, debounceMs, onSearch);
  return (
    <TextInput
      type="search"
      className={classes.search ?? ''}
      aria-label={label}
      data-autofocus // a dialog with a search is opened to search
      placeholder={label}
      leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton aria-label={t('contests.clearSearch')} onClick={() => change('')} />
      }
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
