import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useContestStatus, useCurrentContest } from '#features/contests/current-contest.ts';
import { contestProblemsQuery } from '#features/problems/problems.data.ts';
import { useMe } from '#shared/api/session.ts';
import { useLocale } from '#shared/text/i18n.ts';

/** Choice of the problem of a message, or none; offers problems only once they may be read. */
export function ProblemChoice({ value, onChange }: { value: string; onChange: (letter: string) => void }) {
  const { t } = useTranslation();
  const contest = useCurrentContest();
  const me = useMe();
  const areOpen = useContestStatus(contest) !== 'WAITING' || me.isSupervisor;
  const { data = [] } = useQuery({ ...contestProblemsQuery(contest.id, useLocale()), enabled: areOpen });
  const choices = data.map(({ internalSymbolIndex, title }) => ({
    value: internalSymbolIndex,
    label: `${internalSymbolIndex}. ${title}`,
  }));
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    <NativeSelect
      label={t('messages.about')}
      value={isKnown ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: t('messages.aboutAll') }, ...choices]}
    />
  );
}
