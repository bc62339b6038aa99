import type { ControlledPerson } from '@balloon/contracts/contests/contest-control.ts';
import { Skeleton } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PeopleChoice, peopleQuery } from '#features/contest-control/contest-control.data.ts';
import classes from '#features/contest-control/people/people-list.module.css';
import { SearchField } from '#shared/ui/forms/search-field.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

const DEBOUNCE_MS = 200;

export interface PeopleSearchProps {
  contestId: number;
  /** Revision of the contest on the screen, of which people are read anew. */
  revision?: number;
  /** Who is searched; everybody, if absent. */
  choice?: PeopleChoice;
  /** Whether somebody who was found is shown. */
  isShown?: (person: ControlledPerson) => boolean;
  /** Text for a search that finds nobody. */
  nobody: string;
  /** Text where nobody is shown before a search; that nobody joined, if absent. */
  nobodyYet?: string;
  /** Further choices below the search. */
  filter?: ReactNode;
  /** Shows those who were found; at first nobody. */
  children: (found: readonly ControlledPerson[]) => ReactNode;
}

const EVERYBODY: PeopleChoice = { among: 'everybody', extraTime: 'any' };

/** People of a contest, searched by name. */
export function PeopleSearch(props: PeopleSearchProps) {
  const {
    contestId,
    revision,
    choice = EVERYBODY,
    isShown = () => true,
    nobody,
    nobodyYet,
    filter,
    children,
  } = props;
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const { data, error, refetch } = useQuery(peopleQuery(contestId, { ...choice, q: query }, revision));
  const found = data?.people.filter(isShown) ?? [];
  return (
    <div className={classes.people}>
      <SearchField
        label={t('control.findPerson')}
        query={query}
        debounceMs={DEBOUNCE_MS}
        onSearch={setQuery}
      />
      {filter}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={240} radius="md" />}
      {data && found.length === 0 && (
        <EmptyState
          icon={<IconUserSearch size={44} stroke={1.5} aria-hidden />}
          title={t('control.nobodyFound')}
          text={query === '' ? (nobodyYet ?? t('control.nobodyJoined')) : nobody}
        />
      )}
      {children(found)}
      {data && data.peopleNumber > data.people.length && (
        <p className={classes.more}>
          {t('control.morePeople', { shown: data.people.length, all: data.peopleNumber })}
        </p>
      )}
    </div>
  );
}
