import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { scoreboardGroupsQuery } from '#features/contests/scoreboard-groups.data.ts';
import type { ScoreboardPlace } from '#features/scoreboard/scoreboard-place.ts';
import classes from '#features/scoreboard/scoreboard-toolbar.module.css';
import { Choice } from '#shared/ui/floating/choice.tsx';
import { SearchField } from '#shared/ui/forms/search-field.tsx';

const SEARCH_DEBOUNCE_MS = 300;
/** Maximum number of groups in a plain list; more are searched by typing. */
const FEW_GROUPS = 8;
/** Value for all groups; no group has this id. */
const EVERYBODY = '0';

export interface ScoreboardFiltersProps {
  contestId: number;
  place: ScoreboardPlace;
  onPlace: (change: Partial<ScoreboardPlace>) => void;
}

/** Filters of rows: by words of a name, and by group if there are several. */
export function ScoreboardFilters({ contestId, place, onPlace }: ScoreboardFiltersProps) {
  const { t } = useTranslation();
  const { data } = useQuery(scoreboardGroupsQuery(contestId));
  const groups = data?.groups ?? [];
  return (
    <>
      <SearchField
        label={t('scoreboard.search')}
        query={place.q}
        debounceMs={SEARCH_DEBOUNCE_MS}
        onSearch={(q) => onPlace({ q })}
      />
      {groups.length > 0 && (
        <Choice
          className={classes.group ?? ''}
          aria-label={t('scoreboard.group')}
          searchable={groups.length > FEW_GROUPS}
          data={[
            { value: EVERYBODY, label: t('scoreboard.allGroups') },
            ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={String(place.groupId ?? EVERYBODY)}
          onChange={(value) => onPlace({ groupId: value === EVERYBODY ? null : Number(value) })}
        />
      )}
    </>
  );
}
