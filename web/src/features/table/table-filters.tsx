import { CloseButton, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tableGroupsQuery } from '#features/table/table.data.ts';
import type { TablePlace } from '#features/table/table-place.ts';
import classes from '#features/table/table-toolbar.module.css';

const SEARCH_DEBOUNCE_MS = 300;

export interface TableFiltersProps {
  contestId: number;
  place: TablePlace;
  onPlace: (change: Partial<TablePlace>) => void;
}

/** Whose rows: by words of a name, and by group where there are several. */
export function TableFilters({ contestId, place, onPlace }: TableFiltersProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(place.q);
  const searchSoon = useDebouncedCallback((q: string) => onPlace({ q }), SEARCH_DEBOUNCE_MS);
  useEffect(() => setText(place.q), [place.q]);
  const { data } = useQuery(tableGroupsQuery(contestId));
  const groups = data?.groups ?? [];
  function change(newText: string) {
    setText(newText);
    searchSoon(newText.trim());
  }
  return (
    <>
      <TextInput
        type="search"
        className={classes.search ?? ''}
        aria-label={t('table.search')}
        placeholder={t('table.search')}
        leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
        rightSection={
          text !== '' && <CloseButton aria-label={t('contests.clearSearch')} onClick={() => change('')} />
        }
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {groups.length > 0 && (
        <Select
          className={classes.group ?? ''}
          aria-label={t('table.group')}
          placeholder={t('table.allGroups')}
          clearable
          searchable={groups.length > 8}
          clearButtonProps={{ 'aria-label': t('table.allGroups') }}
          data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={place.groupId === null ? null : String(place.groupId)}
          onChange={(value) => onPlace({ groupId: value === null ? null : Number(value) })}
        />
      )}
    </>
  );
}
