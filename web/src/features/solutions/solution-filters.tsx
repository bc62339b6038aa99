import type { ListedContestProblem } from '@balloon/contracts/problems.ts';
import { VERDICTS } from '@balloon/domain/verdicts.ts';
import { Button, MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { participantsQuery } from '#features/solutions/solutions.data.ts';
import classes from '#features/solutions/solutions.module.css';
import { verdictKey } from '#shared/ui/verdict.ts';

export interface SolutionFilter {
  userIds: readonly number[];
  problemIds: readonly number[];
  verdictIds: readonly number[];
}

export interface SolutionFiltersProps {
  contestId: number;
  problems: readonly ListedContestProblem[];
  filter: SolutionFilter;
  /** Whether participants can be picked: by supervisors in the list of all. */
  offersParticipants: boolean;
  onChange: (filter: SolutionFilter) => void;
}

/** Filters of the list of solutions; every choice applies at once and is kept in the address. */
export function SolutionFilters({
  contestId,
  problems,
  filter,
  offersParticipants,
  onChange,
}: SolutionFiltersProps) {
  const { t } = useTranslation();
  const isFiltered = filter.userIds.length + filter.problemIds.length + filter.verdictIds.length > 0;
  return (
    <div className={classes.filters}>
      {offersParticipants && (
        <ParticipantFilter
          contestId={contestId}
          chosen={filter.userIds}
          onChange={(userIds) => onChange({ ...filter, userIds })}
        />
      )}
      <IdSelect
        label={t('solutions.filterProblem')}
        chosen={filter.problemIds}
        options={problems.map(({ id, internalSymbolIndex, title }) => ({
          id,
          name: `${internalSymbolIndex}. ${title}`,
        }))}
        onChange={(problemIds) => onChange({ ...filter, problemIds })}
      />
      <IdSelect
        label={t('solutions.filterVerdict')}
        chosen={filter.verdictIds}
        options={Object.values(VERDICTS).map(({ id }) => ({ id, name: t(verdictKey(id)) }))}
        onChange={(verdictIds) => onChange({ ...filter, verdictIds })}
      />
      {isFiltered && (
        <Button variant="subtle" onClick={() => onChange({ userIds: [], problemIds: [], verdictIds: [] })}>
          {t('solutions.clearFilters')}
        </Button>
      )}
    </div>
  );
}

function ParticipantFilter(props: {
  contestId: number;
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}) {
  const { t } = useTranslation();
  const { data } = useQuery(participantsQuery(props.contestId));
  return (
    <IdSelect
      label={t('solutions.filterParticipant')}
      chosen={props.chosen}
      options={(data ?? []).map(({ id, fullName, username }) => ({ id, name: fullName || username }))}
      onChange={props.onChange}
    />
  );
}

/** Field for several items, each with id and name. */
export function IdSelect({
  label,
  chosen,
  options,
  onChange,
}: {
  label: string;
  chosen: readonly number[];
  options: readonly { id: number; name: string }[];
  onChange: (ids: number[]) => void;
}) {
  return (
    <MultiSelect
      className={classes.filter ?? ''}
      aria-label={label}
      placeholder={chosen.length === 0 ? label : ''}
      data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={chosen.map(String)}
      onChange={(values) => onChange(values.map(Number))}
      searchable
      clearable
    />
  );
}
