import type { Organization } from '@balloon/contracts/people/teams.ts';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { organizationsQuery } from '#features/teams/teams.data.ts';

const SEARCH_DEBOUNCE_MS = 300;

interface OrganizationSelectProps {
  /** Stored choice, whose name is known without a search. */
  chosen: Organization | null;
  value: number | null;
  onChange: (id: number | null) => void;
}

/** Chooses an organisation by words of its names. */
export function OrganizationSelect({ chosen, value, onChange }: OrganizationSelectProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text, SEARCH_DEBOUNCE_MS);
  const { data } = useQuery(organizationsQuery({ page: 1, query: query === chosen?.name ? '' : query }));
  const found = new Map((data?.organizations ?? []).map(({ id, name }) => [id, name]));
  if (chosen) found.set(chosen.id, chosen.name);
  return (
    <Select
      label={t('teamForm.organization')}
      description={t('teamForm.organizationHint')}
      value={value === null ? null : String(value)}
      data={Array.from(found, ([id, name]) => ({ value: String(id), label: name }))}
      filter={({ options }) => options} // the server has searched
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('teamForm.noOrganization') }}
      nothingFoundMessage={t('teamForm.noneFound')}
      onSearchChange={setText}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
