import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupNameQuery, groupsQuery } from '#shared/api/queries/groups.ts';

const SEARCH_DEBOUNCE_MS = 200;

/** Chooses one group, nobody's group (0), or none of these (null). */
export function GroupFilter({
  groupId,
  onChange,
}: {
  groupId: number | null;
  onChange: (groupId: number | null) => void;
}) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [query] = useDebouncedValue(search, SEARCH_DEBOUNCE_MS);
  const chosen = useQuery({ ...groupNameQuery(groupId ?? 0), enabled: !!groupId }).data;
  // The text of the chosen group is no search.
  const isSearch = query !== '' && query !== chosen?.name && query !== t('people.noGroup');
  const { data } = useQuery(groupsQuery(isSearch ? query.trim() : ''));
  const groups = new Map([...(chosen ? [chosen] : []), ...(data?.groups ?? [])].map((one) => [one.id, one]));
  return (
    <Select
      aria-label={t('people.group')}
      placeholder={t('people.anyGroup')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('people.anyGroup') }}
      nothingFoundMessage={t('userForm.noSuchGroup')}
      searchValue={search}
      onSearchChange={setSearch}
      data={[
        { value: '0', label: t('people.noGroup') },
        ...[...groups.values()].map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={groupId === null ? null : String(groupId)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
