import { MAX_TAG_LENGTH, MAX_TAGS } from '@balloon/contracts/problems/problem-editor-limits.ts';
import { TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { knownTagsQuery } from '#features/problem-editor/problem-editor.data.ts';

const SEARCH_DEBOUNCE_MS = 200;

/** Tags of the problem; those of other problems are offered, so that one thing keeps one name. */
export function TagsField({
  tags,
  onChange,
}: {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS);
  const { data = [] } = useQuery(knownTagsQuery(query));
  return (
    <TagsInput
      label={t('problemEditor.tags')}
      description={t('problemEditor.tagsHint', { number: MAX_TAGS })}
      placeholder={tags.length === 0 ? t('problemEditor.tagsPlaceholder') : ''}
      data={data.map(({ tag }) => tag)}
      value={[...tags]}
      maxTags={MAX_TAGS}
      splitChars={[',', ';']}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(changed) => onChange([...new Set(changed.map(plainTag).filter((tag) => tag !== ''))])}
      clearable
      clearButtonProps={{ 'aria-label': t('problemEditor.clearTags') }}
    />
  );
}

/** A tag as it is stored: lower case, single spaces. */
const plainTag = (text: string) =>
  text.replace(/\s+/gu, ' ').trim().toLowerCase().slice(0, MAX_TAG_LENGTH).trim();
