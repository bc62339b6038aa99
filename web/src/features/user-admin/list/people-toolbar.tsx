import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { GroupFilter } from '#features/user-admin/list/group-filter.tsx';
import classes from '#features/user-admin/list/people-list.module.css';
import { ACTIVITIES, BANS, MASKS, type PeopleChoice, SORTS } from '#features/user-admin/people.url.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { ROLE_KEYS } from '#shared/text/person.ts';
import { SearchField } from '#shared/ui/forms/search-field.tsx';

const SEARCH_DEBOUNCE_MS = 200;

export interface PeopleToolbarProps {
  choice: PeopleChoice;
  onChange: (change: Partial<PeopleChoice>) => void;
}

/** Search, filters and order of the list of people. */
export function PeopleToolbar({ choice, onChange }: PeopleToolbarProps) {
  const { t } = useTranslation();
  const isAdmin = isAdminUser(useMe());
  const masks = MASKS.filter((mask) => isAdmin || mask !== 4096 || choice.mask === mask);
  return (
    <search className={classes.toolbar}>
      <SearchField
        label={t('people.search')}
        query={choice.query}
        debounceMs={SEARCH_DEBOUNCE_MS}
        onSearch={(query) => onChange({ query })}
      />
      <GroupFilter groupId={choice.groupId} onChange={(groupId) => onChange({ groupId })} />
      <NativeSelect
        aria-label={t('people.role')}
        value={choice.mask ?? ''}
        data={[
          { value: '', label: t('people.anyRole') },
          ...masks.map((mask) => ({ value: String(mask), label: t(ROLE_KEYS[mask] ?? 'role.user') })),
        ]}
        onChange={({ target }) => onChange({ mask: target.value === '' ? null : Number(target.value) })}
      />
      <NativeSelect
        aria-label={t('people.activity')}
        value={choice.activity}
        data={ACTIVITIES.map((activity) => ({ value: activity, label: t(`people.activity.${activity}`) }))}
        onChange={({ target }) =>
          onChange({ activity: ACTIVITIES.find((name) => name === target.value) ?? 'any' })
        }
      />
      <NativeSelect
        aria-label={t('people.ban')}
        value={choice.ban}
        data={BANS.map((ban) => ({ value: ban, label: t(`people.ban.${ban}`) }))}
        onChange={({ target }) => onChange({ ban: BANS.find((name) => name === target.value) ?? 'any' })}
      />
      <NativeSelect
        aria-label={t('people.sort')}
        value={choice.sort}
        data={SORTS.map((sort) => ({ value: sort, label: t(`people.sort.${sort}`) }))}
        onChange={({ target }) => onChange({ sort: SORTS.find((name) => name === target.value) ?? 'role' })}
      />
    </search>
  );
}
