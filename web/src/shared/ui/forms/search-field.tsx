import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#shared/ui/forms/search-field.module.css';

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
  const [text, setText] = useState(query);
  const asked = useRef(query);
  const searchSoon = useDebouncedCallback((newQuery: string) => {
    asked.current = newQuery;
    onSearch(newQuery);
  }, debounceMs);
  useEffect(() => {
    // Our own search returns through the address; the person may have typed on meanwhile.
    if (query === asked.current) return;
    asked.current = query;
    setText(query);
  }, [query]);
  function change(newText: string) {
    setText(newText);
    searchSoon(newText);
  }
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
