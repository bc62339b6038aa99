import type { Group } from '@balloon/contracts/contests.ts';
import {
  type ComboboxItem,
  type ComboboxParsedItem,
  MultiSelect,
  type MultiSelectProps,
  Pill,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupsQuery } from '#shared/api/queries/groups.ts';
import classes from '#shared/ui/forms/account-form.module.css';

const SEARCH_DEBOUNCE_MS = 200;
/** Number of chosen groups that are named before somebody asks for all. */
const SHOWN = 12;
/** Number of groups in the list of choices; others are found by typing. */
const OFFERED = 200;
/** Value of the line that stands for the groups that the list leaves out; no group has this id. */
const OTHERS = '0';

export interface GroupSelectProps extends Omit<MultiSelectProps, 'value' | 'onChange' | 'data'> {
  /** Groups that can be chosen, and those that are chosen as far as they are known. */
  groups: readonly Group[];
  value: readonly number[];
  onChange: (ids: number[]) => void;
  /** Number of groups that the search finds, where `groups` are not all of them. */
  foundNumber?: number;
}

/**
 * Field for groups, each shown in its colour. A site may have a thousand: of many chosen ones the last are named, since these
 * are the ones that were just added and that Backspace takes out, with a button for the others.
 */
export function GroupSelect({ groups, value, onChange, foundNumber = 0, ...field }: GroupSelectProps) {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const hasMany = value.length > SHOWN + 1; // a button for one would take its place
  const hidden = new Set(hasMany && !showsAll ? value.slice(0, -SHOWN) : []);
  const known = new Map(groups.map((group) => [group.id, group]));
  const offered = new Set([...known.keys(), ...value]);
  const nameOf = (id: number) => known.get(id)?.name ?? t('common.number', { id });
  const othersText = (count: number) => t('groups.moreNames', { count });
  return (
    <MultiSelect
      searchable
      classNames={{ pillsList: hasMany && showsAll ? classes.allGroups : '' }}
      {...field}
      data={Array.from(offered, (id) => ({ value: String(id), label: nameOf(id) }))}
      filter={({ options, search }) => {
        const found = options.filter((option) => isNamed(option, search));
        const left = Math.max(found.length, foundNumber) - OFFERED;
        if (found.length === 0 || left <= 0) return found;
        return [...found.slice(0, OFFERED), { value: OTHERS, label: othersText(left), disabled: true }];
      }}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      renderOption={({ option, checked = false }) => (
        <Option option={option} color={known.get(Number(option.value))?.color} isChosen={checked} />
      )}
      renderPill={({ value: id, onRemove, disabled = false }) => (
        <>
          {hasMany && id === String(value[0]) && (
            <button
              type="button"
              className={classes.moreGroups}
              aria-expanded={showsAll}
              onMouseDown={keepToItself}
              onClick={(event) => {
                keepToItself(event);
                setShowsAll(!showsAll);
              }}
            >
              {showsAll ? t('groups.fewerNames') : othersText(hidden.size)}
            </button>
          )}
          {!hidden.has(Number(id)) && (
            <Pill className={classes.group ?? ''} withRemoveButton={!disabled} onRemove={() => onRemove?.()}>
              {nameOf(Number(id))}
            </Pill>
          )}
        </>
      )}
    />
  );
}

function Option({
  option,
  color,
  isChosen,
}: {
  option: ComboboxItem;
  color: string | undefined;
  isChosen: boolean;
}) {
  return (
    <span className={classes.groupOption}>
      {option.value !== OTHERS && <span className={classes.dot} style={{ background: color }} aria-hidden />}
      {option.label}
      {isChosen && <IconCheck className={classes.isChosen} size={18} stroke={2} aria-hidden />}
    </span>
  );
}

const isNamed = (option: ComboboxParsedItem, search: string) =>
  'label' in option && option.label.toLowerCase().includes(search.trim().toLowerCase());

/** A press elsewhere in the field opens its list. */
const keepToItself = (event: SyntheticEvent) => event.stopPropagation();

export interface GroupsFieldProps extends Omit<GroupSelectProps, 'groups' | 'onChange'> {
  /** Groups that are known already, so that their names need no request. */
  known?: readonly Group[];
  onChange: (ids: number[], groups: Group[]) => void;
}

/** Picks groups by their names. Only groups that exist can be chosen. */
export function GroupsField({ known = [], value, onChange, ...props }: GroupsFieldProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [query] = useDebouncedValue(search, SEARCH_DEBOUNCE_MS);
  const { data, isPlaceholderData } = useQuery(groupsQuery(query.trim()));
  const isAnswered = query === search && !isPlaceholderData;
  const seen = useKnownGroups([...known, ...(data?.groups ?? [])]);
  const chosen = value.flatMap((id) => seen.get(id) ?? []);
  return (
    <GroupSelect
      groups={[...(data?.groups ?? []), ...chosen]}
      foundNumber={isAnswered ? (data?.groupsNumber ?? 0) : 0}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={t('userForm.noSuchGroup')}
      clearButtonProps={{ 'aria-label': t('userForm.clearGroups') }}
      value={value}
      onChange={(ids) =>
        onChange(
          ids,
          ids.flatMap((id) => seen.get(id) ?? []),
        )
      }
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
