import type { ControlledPerson } from '@balloon/contracts/contest-control.ts';
import { Checkbox, Skeleton, Switch } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { peopleQuery } from '#features/contest-control/contest-control.data.ts';
import classes from '#features/contest-control/people-list.module.css';
import { SearchField } from '#shared/ui/search-field.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';

const DEBOUNCE_MS = 200;
const MINUTE_MS = 60_000;

export interface ExtraTimePeopleProps {
  contestId: number;
  /** How many participants have extra time. */
  given: number;
  chosen: ReadonlyMap<number, ControlledPerson>;
  onToggle: (person: ControlledPerson) => void;
}

/** Participants to choose from, each with the extra time that they have. The chosen ones stay in sight. */
export function ExtraTimePeople({ contestId, given, chosen, onToggle }: ExtraTimePeopleProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [isGivenOnly, setIsGivenOnly] = useState(false);
  const { data, error, refetch } = useQuery(peopleQuery(contestId, query, isGivenOnly ? 'given' : 'any'));
  const found = data?.people.filter(({ isJoined }) => isJoined) ?? [];
  const others = [...chosen.values()].filter(({ user }) => !found.some((one) => one.user.id === user.id));
  return (
    <div className={classes.people}>
      <SearchField
        label={t('control.findPerson')}
        query={query}
        debounceMs={DEBOUNCE_MS}
        onSearch={setQuery}
      />
      {(given > 0 || isGivenOnly) && (
        <Switch
          label={t('control.givenOnly', { count: given })}
          checked={isGivenOnly}
          onChange={(event) => setIsGivenOnly(event.currentTarget.checked)}
        />
      )}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={240} radius="md" />}
      {data && found.length === 0 && (
        <EmptyState
          icon={<IconUserSearch size={44} stroke={1.5} aria-hidden />}
          title={t('control.nobodyFound')}
          text={t(query === '' ? 'control.nobodyJoined' : 'control.noParticipantFound')}
        />
      )}
      <ul className={`${classes.list} ${classes.choosable}`}>
        {[...others, ...found].map((person) => (
          <Choice
            key={person.user.id}
            person={person}
            isChosen={chosen.has(person.user.id)}
            onToggle={() => onToggle(person)}
          />
        ))}
      </ul>
      {data && data.peopleNumber > data.people.length && (
        <p className={classes.more}>
          {t('control.morePeople', { shown: data.people.length, all: data.peopleNumber })}
        </p>
      )}
    </div>
  );
}

function Choice({
  person,
  isChosen,
  onToggle,
}: {
  person: ControlledPerson;
  isChosen: boolean;
  onToggle: () => void;
}) {
  const { t } = useTranslation();
  const { user, extraTimeMs } = person;
  return (
    <li className={classes.choice}>
      <Checkbox
        checked={isChosen}
        onChange={onToggle}
        label={
          <>
            <span className={classes.name}>{user.fullName || user.username}</span>{' '}
            <span className={classes.login}>{user.username}</span>
          </>
        }
      />
      {extraTimeMs > 0 && (
        <span className={classes.extra}>
          {t('control.plusMinutes', { minutes: Math.round(extraTimeMs / MINUTE_MS) })}
        </span>
      )}
    </li>
  );
}
