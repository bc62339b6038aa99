import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/ratings/rating-index.module.css';

const SEARCH_DEBOUNCE_MS = 200;

/** Searches after a short rest of the fingers; follows the address when that changes from elsewhere. */
export function SearchField({
  label,
  query,
  onSearch,
}: {
  label: string;
  query: string;
  onSearch: (query: string) => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState(query);
  const searchSoon = useDebouncedCallback(onSearch, SEARCH_DEBOUNCE_MS);
  useEffect(() => setText(query), [query]);
  function change(newText: string) {
    setText(newText);
    searchSoon(newText);
  }
  return (
    <TextInput
      type="search"
      className={classes.search ?? ''}
      aria-label={label}
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
