import type { ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { ICPC_VERDICTS } from '@balloon/domain/judging/joined-verdicts.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { Button, MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { scoreboardGroupsQuery } from '#features/contests/scoreboard-groups.data.ts';
import {
  countFilters,
  isFiltered,
  NO_FILTER,
  type SolutionFilter,
} from '#features/solutions/solution-filter.ts';
import {
  participantsQuery,
  usedJudgesQuery,
  usedLanguagesQuery,
} from '#features/solutions/solutions.data.ts';
import classes from '#features/solutions/solutions.module.css';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { verdictKey } from '#shared/ui/labels/verdict.ts';

/** Verdicts that cost their author a try, for the choice of all of them at once. */
const REJECTED = Object.values(VERDICTS)
  .filter(({ solves, scored }) => scored && !solves)
  .map(({ id }) => id);

export interface SolutionFiltersProps {
  contestId: number;
  problems: readonly ListedContestProblem[];
  filter: SolutionFilter;
  /** Whether the verdicts are joined to those that the ICPC knows. */
  joinsVerdicts: boolean;
  /** Whether participants can be picked: by supervisors in the list of all. */
  offersParticipants: boolean;
  onChange: (filter: SolutionFilter) => void;
}

/** Filters of the list of solutions; every choice applies at once and is kept in the address. */
export function SolutionFilters({
  contestId,
  problems,
  filter,
  joinsVerdicts,
  offersParticipants,
  onChange,
}: SolutionFiltersProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const isFolded = isPhone && offersParticipants;
  const verdictIds = joinsVerdicts ? ICPC_VERDICTS : Object.values(VERDICTS).map(({ id }) => id);
  const fields = (
    <div className={classes.filters}>
      {offersParticipants && <PeopleFilters contestId={contestId} filter={filter} onChange={onChange} />}
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
        options={verdictIds.map((id) => ({ id, name: t(verdictKey(id)) }))}
        onChange={(chosen) => onChange({ ...filter, verdictIds: chosen })}
      />
      {offersParticipants && (
        <Button variant="default" onClick={() => onChange({ ...filter, verdictIds: REJECTED })}>
          {t('solutions.filterRejected')}
        </Button>
      )}
      {isFiltered(filter) && (
        <Button variant="subtle" onClick={() => onChange(NO_FILTER)}>
          {t('solutions.clearFilters')}
        </Button>
      )}
    </div>
  );
  if (!isFolded) return fields;
  // Seven fields above each other would hide the list on a phone.
  return (
    <details className={classes.fold}>
      <summary>
        {t('solutions.filters')}
        {isFiltered(filter) && ` (${countFilters(filter)})`}
      </summary>
      {fields}
    </details>
  );
}

/** Supervisors' filters: by author, by groups of the authors and by language. */
function PeopleFilters({
  contestId,
  filter,
  onChange,
}: Pick<SolutionFiltersProps, 'contestId' | 'filter' | 'onChange'>) {
  const { t } = useTranslation();
  const { data: people } = useQuery(participantsQuery(contestId));
  const { data: grouped } = useQuery(scoreboardGroupsQuery(contestId));
  const { data: languages } = useQuery(usedLanguagesQuery(contestId));
  const { data: judges } = useQuery(usedJudgesQuery(contestId));
  const groups = grouped?.groups ?? [];
  return (
    <>
      <IdSelect
        label={t('solutions.filterParticipant')}
        chosen={filter.userIds}
        options={(people ?? []).map(({ id, fullName, username }) => ({ id, name: fullName || username }))}
        onChange={(userIds) => onChange({ ...filter, userIds })}
      />
      {groups.length > 0 && (
        <IdSelect
          label={t('solutions.filterGroup')}
          chosen={filter.groupIds}
          options={groups}
          onChange={(groupIds) => onChange({ ...filter, groupIds })}
        />
      )}
      <IdSelect
        label={t('solutions.filterLanguage')}
        chosen={filter.languageIds}
        options={languages ?? []}
        onChange={(languageIds) => onChange({ ...filter, languageIds })}
      />
      <IdSelect
        label={t('solutions.filterJudge')}
        chosen={filter.judgeIds}
        options={judges ?? []}
        onChange={(judgeIds) => onChange({ ...filter, judgeIds })}
      />
    </>
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
