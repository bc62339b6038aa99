import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contestQuery } from '#features/contests/contests.data.ts';
import { contestChoicesQuery } from '#features/problem-admin/problem-admin.data.ts';

const SEARCH_DEBOUNCE_MS = 300;

/** Chooses the contest whose problems are shown, by a part of its name. */
export function ContestFilter({
  contestId,
  label,
  placeholder,
  onChange,
}: {
  contestId: number | null;
  /** What the choice is for, above the field. */
  label?: string;
  /** Text of the field while nothing is chosen. */
  placeholder?: string;
  onChange: (contestId: number | null) => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [query] = useDebouncedValue(text, SEARCH_DEBOUNCE_MS);
  const { data: chosen } = useQuery({ ...contestQuery(contestId ?? 0), enabled: contestId !== null });
  // The text of a chosen contest is no search.
  const asked = query === chosen?.name ? '' : query;
  const { data: found } = useQuery({ ...contestChoicesQuery(asked), enabled: isOpen });
  const contests = new Map(found?.contests.map(({ id, name }) => [id, name]));
  if (contestId !== null) contests.set(contestId, chosen?.name ?? t('common.number', { id: contestId }));
  return (
    <Select
      {...(label ? { label } : { 'aria-label': t('adminProblems.contestFilter') })}
      placeholder={placeholder ?? t('adminProblems.contestFilter')}
      value={contestId === null ? null : `${contestId}`}
      data={Array.from(contests, ([id, name]) => ({ value: `${id}`, label: `${name} · ${id}` }))}
      filter={({ options }) => options} // the server has searched
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('adminProblems.anyContest') }}
      nothingFoundMessage={t('adminProblems.noContest')}
      onSearchChange={setText}
      onDropdownOpen={() => setIsOpen(true)}
      onChange={(value) => onChange(value === null ? null : Number(value))}
    />
  );
}
