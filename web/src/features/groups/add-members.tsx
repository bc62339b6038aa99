import type { PublicUser } from '@balloon/contracts/users.ts';
import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/groups/group-members.module.css';
import { FOUND_PEOPLE, peopleQuery } from '#features/groups/groups.data.ts';
import { loginsOf } from '#features/groups/logins.ts';
import { PersonLine } from '#features/groups/person-line.tsx';
import { useChangeMembers } from '#features/groups/use-change-members.ts';
import { SearchField } from '#shared/ui/forms/search-field.tsx';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

const SEARCH_DEBOUNCE_MS = 200;

export interface AddMembersProps {
  groupId: number;
  members: readonly PublicUser[];
  onChanged: (version: number) => void;
}

/** Two ways to add people: by search, or by a pasted list of logins. */
export function AddMembers(props: AddMembersProps) {
  const { t } = useTranslation();
  const [way, setWay] = useState<'search' | 'paste'>('search');
  return (
    <section className={classes.adding} aria-label={t('groups.add')}>
      <SegmentedControl
        aria-label={t('groups.addWay')}
        value={way}
        onChange={(value) => setWay(value === 'paste' ? 'paste' : 'search')}
        data={[
          { value: 'search', label: t('groups.bySearch') },
          { value: 'paste', label: t('groups.byPaste') },
        ]}
      />
      {way === 'search' ? <BySearch {...props} /> : <ByPaste {...props} />}
    </section>
  );
}

function BySearch({ groupId, members, onChanged }: AddMembersProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const { data, error, refetch } = useQuery(peopleQuery(query.trim()));
  const change = useChangeMembers(groupId, onChanged);
  const memberIds = new Set(members.map(({ id }) => id));
  // Who is ticked while these are being added stays so.
  const add = (ids: readonly number[]) =>
    change.mutate(
      { add: [...ids] },
      { onSuccess: () => setTicked((now) => now.filter((id) => !ids.includes(id))) },
    );
  const count = ticked.length;
  return (
    <>
      <SearchField
        label={t('groups.searchPeople')}
        query={query}
        debounceMs={SEARCH_DEBOUNCE_MS}
        onSearch={setQuery}
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <RowsPlaceholder rows={4} />}
      {data?.users.length === 0 && <p className={classes.hint}>{t('groups.nobodyText')}</p>}
      <ul className={classes.rows}>
        {data?.users.map((user) => (
          <PersonLine
            key={user.id}
            user={user}
            isTicked={ticked.includes(user.id)}
            note={memberIds.has(user.id) ? t('groups.isMember') : undefined}
            onTick={(isTicked) =>
              setTicked(isTicked ? [...ticked, user.id] : ticked.filter((id) => id !== user.id))
            }
          />
        ))}
      </ul>
      {data && data.usersNumber > FOUND_PEOPLE && (
        <p className={classes.hint}>{t('groups.moreFound', { count: data.usersNumber - FOUND_PEOPLE })}</p>
      )}
      <div className={classes.bar}>
        <span className={classes.hint} role="status">
          {t('groups.chosen', { count })}
        </span>
        <Button disabled={count === 0} loading={change.isPending} onClick={() => add(ticked)}>
          {count === 0 ? t('groups.add') : t('groups.addChosen', { count })}
        </Button>
      </div>
    </>
  );
}

function ByPaste({ groupId, onChanged }: AddMembersProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const change = useChangeMembers(groupId, onChanged);
  const logins = loginsOf(text);
  function add() {
    change.mutate(
      { addUsernames: logins },
      {
        // What nobody has stays in the field, to be mended; what is written there meanwhile stays, too.
        onSuccess: ({ unknownUsernames }) =>
          setText((now) => (now === text ? unknownUsernames.join('\n') : now)),
      },
    );
  }
  return (
    <>
      <Textarea
        label={t('groups.logins')}
        description={t('groups.loginsHint')}
        autosize
        minRows={4}
        maxRows={14}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.bar}>
        <span className={classes.hint} role="status">
          {t('groups.loginsRead', { count: logins.length })}
        </span>
        <Button disabled={logins.length === 0} loading={change.isPending} onClick={add}>
          {logins.length === 0 ? t('groups.add') : t('groups.addChosen', { count: logins.length })}
        </Button>
      </div>
    </>
  );
}
