import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tableGroupsQuery } from '#features/table/table.data.ts';
import type { TablePlace } from '#features/table/table-place.ts';
import classes from '#features/table/table-toolbar.module.css';
import { SearchField } from '#shared/search-field.tsx';

const SEARCH_DEBOUNCE_MS = 300;
/** More groups than these are searched by typing. */
const FEW_GROUPS = 8;
/** No group has it. */
const EVERYBODY = '0';

export interface TableFiltersProps {
  contestId: number;
  place: TablePlace;
  onPlace: (change: Partial<TablePlace>) => void;
}

/** Whose rows: by words of a name, and by group where there are several. */
export function TableFilters({ contestId, place, onPlace }: TableFiltersProps) {
  const { t } = useTranslation();
  const { data } = useQuery(tableGroupsQuery(contestId));
  const groups = data?.groups ?? [];
  return (
    <>
      <SearchField
        label={t('table.search')}
        query={place.q}
        debounceMs={SEARCH_DEBOUNCE_MS}
        onSearch={(q) => onPlace({ q })}
      />
      {groups.length > 0 && (
        <Select
          className={classes.group ?? ''}
          aria-label={t('table.group')}
          allowDeselect={false}
          searchable={groups.length > FEW_GROUPS}
          data={[
            { value: EVERYBODY, label: t('table.allGroups') },
            ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={String(place.groupId ?? EVERYBODY)}
          onChange={(value) => onPlace({ groupId: value === EVERYBODY ? null : Number(value) })}
        />
      )}
    </>
  );
}
