import type { Group } from '@balloon/contracts/contests.ts';
import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupsQuery } from '#shared/api/queries/groups.ts';
import classes from '#shared/ui/forms/account-form.module.css';

const SEARCH_DEBOUNCE_MS = 200;

export interface GroupsFieldProps extends Omit<MultiSelectProps, 'value' | 'onChange' | 'data'> {
  /** Groups that are known already, so that their names need no request. */
  known?: readonly Group[];
  value: readonly number[];
  onChange: (ids: number[], groups: Group[]) => void;
}

/** Picks groups by their names, each shown in its colour. Only groups that exist can be chosen. */
export function GroupsField({ known = [], value, onChange, ...props }: GroupsFieldProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [query] = useDebouncedValue(search, SEARCH_DEBOUNCE_MS);
  const { data } = useQuery(groupsQuery(query.trim()));
  const groups = useKnownGroups([...known, ...(data?.groups ?? [])]);
  const offered = new Set([...value, ...(data?.groups ?? []).map(({ id }) => id)]);
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={t('userForm.noSuchGroup')}
      clearButtonProps={{ 'aria-label': t('userForm.clearGroups') }}
      data={[...offered].map((id) => ({
        value: String(id),
        label: groups.get(id)?.name ?? t('common.number', { id }),
      }))}
      value={value.map(String)}
      onChange={(ids) =>
        onChange(
          ids.map(Number),
          ids.flatMap((id) => groups.get(Number(id)) ?? []),
        )
      }
      renderOption={({ option }) => (
        <span className={classes.groupOption}>
          <span
            className={classes.dot}
            style={{ background: groups.get(Number(option.value))?.color }}
            aria-hidden
          />
          {option.label}
        </span>
      )}
      {...props}
    />
  );
}

/** Remembers every group seen, so that chosen ones keep their names while others are searched. */
function useKnownGroups(groups: readonly Group[]): ReadonlyMap<number, Group> {
  const seen = useRef(new Map<number, Group>());
  for (const group of groups) seen.current.set(group.id, group);
  return seen.current;
}
