import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { knownTagsQuery } from '#features/problem-editor/problem-editor.data.ts';
import { useFormats } from '#shared/text/format.ts';

const SEARCH_DEBOUNCE_MS = 300;

/** Chooses the tag whose problems are shown; the most used ones are offered first. */
export function TagFilter({ tag, onChange }: { tag: string; onChange: (tag: string) => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [query] = useDebouncedValue(text === tag ? '' : text, SEARCH_DEBOUNCE_MS);
  const { data = [] } = useQuery({ ...knownTagsQuery(query), enabled: isOpen });
  const numbers = new Map(data.map((known) => [known.tag, known.problemsNumber]));
  const offered = [...new Set([...(tag === '' ? [] : [tag]), ...numbers.keys()])];
  return (
    <Select
      aria-label={t('adminProblems.tagFilter')}
      placeholder={t('adminProblems.tagFilter')}
      value={tag === '' ? null : tag}
      data={offered}
      filter={({ options }) => options} // the server has searched
      renderOption={({ option }) => {
        const number = numbers.get(option.value);
        return number === undefined ? option.label : `${option.label} · ${formats.number(number)}`;
      }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('adminProblems.anyTag') }}
      nothingFoundMessage={t('adminProblems.noTag')}
      onSearchChange={setText}
      onDropdownOpen={() => setIsOpen(true)}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
