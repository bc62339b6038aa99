import type { ContestControl, ControlledPerson } from '@balloon/contracts/contests/contest-control.ts';
import { Checkbox, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-control/people/people-list.module.css';
import { PeopleSearch } from '#features/contest-control/people/people-search.tsx';

const MINUTE_MS = 60_000;

export interface ExtraTimePeopleProps {
  contest: ContestControl['contest'];
  /** How many participants have extra time. */
  given: number;
  chosen: ReadonlyMap<number, ControlledPerson>;
  onToggle: (person: ControlledPerson) => void;
}

/** Participants to choose from, each with the extra time that they have. The chosen ones stay in sight. */
export function ExtraTimePeople({ contest, given, chosen, onToggle }: ExtraTimePeopleProps) {
  const { t } = useTranslation();
  const [isGivenOnly, setIsGivenOnly] = useState(false);
  const filter = (given > 0 || isGivenOnly) && (
    <Switch
      label={t('control.givenOnly', { count: given })}
      checked={isGivenOnly}
      onChange={(event) => setIsGivenOnly(event.currentTarget.checked)}
    />
  );
  return (
    <PeopleSearch
      contestId={contest.id}
      revision={contest.revision}
      choice={{ among: 'participants', extraTime: isGivenOnly ? 'given' : 'any' }}
      nobody={t('control.noParticipantFound')}
      filter={filter}
    >
      {(found) => (
        <ul className={`${classes.list} ${classes.choosable}`}>
          {[...othersThan(found, chosen), ...found].map((person) => (
            <Choice
              key={person.user.id}
              person={person}
              isChosen={chosen.has(person.user.id)}
              onToggle={() => onToggle(person)}
            />
          ))}
        </ul>
      )}
    </PeopleSearch>
  );
}

/** People who were chosen before and are not among the found ones. */
function othersThan(found: readonly ControlledPerson[], chosen: ExtraTimePeopleProps['chosen']) {
  const shown = new Set(found.map(({ user }) => user.id));
  return [...chosen.values()].filter(({ user }) => !shown.has(user.id));
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
            <bdi className={classes.name}>{user.fullName || user.username}</bdi>{' '}
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
