import type { SavedGroup } from '@balloon/contracts/people/groups.ts';
import type { PublicUser } from '@balloon/contracts/users.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconSearchOff, IconUserMinus, IconUserPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddMembers } from '#features/groups/add-members.tsx';
import classes from '#features/groups/group-members.module.css';
import { PersonLine } from '#features/groups/person-line.tsx';
import { useChangeMembers } from '#features/groups/use-change-members.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { SearchField } from '#shared/ui/forms/search-field.tsx';
import { EmptyState } from '#shared/ui/states/states.tsx';

const SEARCH_DEBOUNCE_MS = 100;
/** Rows drawn at first, and more at a time. */
const ROWS = 100;

export interface GroupMembersProps {
  group: SavedGroup;
  members: readonly PublicUser[];
  /** Told the version of the group after each change. */
  onChanged: (version: number) => void;
}

/** Members of a group, with search and bulk removal, and ways to add people. */
export function GroupMembers({ group, members, onChanged }: GroupMembersProps) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(members.length === 0);
  const isEmpty = members.length === 0;
  return (
    <>
      {!isEmpty && (
        <div className={classes.toolbar}>
          <Button
            variant={isAdding ? 'default' : 'filled'}
            leftSection={isAdding ? <IconX size={18} aria-hidden /> : <IconUserPlus size={18} aria-hidden />}
            aria-expanded={isAdding}
            onClick={() => setAdding(!isAdding)}
          >
            {t(isAdding ? 'groups.addDone' : 'groups.add')}
          </Button>
        </div>
      )}
      {(isAdding || isEmpty) && <AddMembers groupId={group.id} members={members} onChanged={onChanged} />}
      {!isEmpty && <MemberList group={group} members={members} onChanged={onChanged} />}
    </>
  );
}

function MemberList({ group, members, onChanged }: GroupMembersProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [shownRows, setShownRows] = useState(ROWS);
  const change = useChangeMembers(group.id, onChanged);
  const wanted = query.trim().toLowerCase();
  const found = members.filter(({ fullName, username }) =>
    `${fullName} ${username}`.toLowerCase().includes(wanted),
  );
  const chosen = found.filter(({ id }) => ticked.has(id));
  const isAll = chosen.length === found.length && found.length > 0;
  const setTick = (ids: readonly number[], isTicked: boolean) =>
    setTicked(
      (known) => new Set(isTicked ? [...known, ...ids] : [...known].filter((id) => !ids.includes(id))),
    );
  async function remove() {
    const count = chosen.length;
    const isSure = await confirm({
      title: t('groups.removeTitle', { count, name: group.name }),
      text: t('groups.removeText'),
      yes: t('groups.remove', { count }),
      isDestructive: true,
    });
    if (!isSure) return;
    const remove = chosen.map(({ id }) => id);
    change.mutate({ remove }, { onSuccess: () => setTick(remove, false) });
  }
  return (
    <section className={classes.list} aria-label={t('groups.view.members')}>
      <div className={classes.head}>
        <Checkbox
          aria-label={t('groups.tickAll')}
          checked={isAll}
          indeterminate={chosen.length > 0 && !isAll}
          onChange={() =>
            setTick(
              found.map(({ id }) => id),
              !isAll,
            )
          }
        />
        <SearchField
          label={t('groups.searchMembers')}
          query={query}
          debounceMs={SEARCH_DEBOUNCE_MS}
          onSearch={setQuery}
        />
        <Button
          variant="default"
          leftSection={<IconUserMinus size={18} aria-hidden />}
          disabled={chosen.length === 0}
          loading={change.isPending}
          onClick={() => void remove()}
        >
          {chosen.length === 0 ? t('groups.removeChosen') : t('groups.remove', { count: chosen.length })}
        </Button>
      </div>
      {found.length === 0 && (
        <EmptyState
          icon={<IconSearchOff size={44} stroke={1.4} aria-hidden />}
          title={t('groups.nobodyTitle')}
          text={t('groups.nobodyText')}
        />
      )}
      <ul className={classes.rows}>
        {found.slice(0, shownRows).map((user) => (
          <PersonLine
            key={user.id}
            user={user}
            isTicked={ticked.has(user.id)}
            onTick={(isTicked) => setTick([user.id], isTicked)}
          />
        ))}
      </ul>
      {found.length > shownRows && (
        <Button variant="subtle" fullWidth onClick={() => setShownRows(shownRows + 5 * ROWS)}>
          {t('groups.showMore', { count: found.length - shownRows })}
        </Button>
      )}
    </section>
  );
}
