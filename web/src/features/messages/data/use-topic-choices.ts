import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useContestStatus, useCurrentContest } from '#features/contests/current-contest.ts';
import { SPECIAL_CATEGORIES } from '#features/messages/data/message-topics.ts';
import { contestProblemsQuery } from '#features/problems/problems.data.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { useLocale } from '#shared/text/i18n.ts';

/** What messages of the open contest may be about, with names; the contest as a whole comes first, under ''. */
export function useTopicChoices(): { value: string; label: string }[] {
  const { t } = useTranslation();
  const contest = useCurrentContest();
  const me = useMe();
  const areOpen = useContestStatus(contest) !== 'WAITING' || me.isSupervisor;
  const { data = [] } = useQuery({ ...contestProblemsQuery(contest.id, useLocale()), enabled: areOpen });
  return [
    { value: '', label: t('messages.aboutAll') },
    ...SPECIAL_CATEGORIES.map((category) => ({ value: category, label: t(`messages.category.${category}`) })),
    ...data.map(({ internalSymbolIndex, title }) => ({
      value: internalSymbolIndex,
      label: `${internalSymbolIndex}. ${title}`,
    })),
  ];
}
