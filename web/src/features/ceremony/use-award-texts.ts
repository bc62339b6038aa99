import type { CeremonyAward } from '@balloon/contracts/ceremony.ts';
import { useTranslation } from 'react-i18next';
import type { Script } from '#features/ceremony/ceremony-state.ts';

/** Returns the awards of a person in words. */
export function useAwardTexts({ ceremony, awards }: Script): (userId: number) => string[] {
  const { t } = useTranslation();
  const textOf = ({ kind, of, group }: CeremonyAward): string => {
    if (kind === 'groupWinner') return t('ceremony.award.groupWinner', { group });
    if (kind !== 'firstToSolve') return t(`ceremony.award.${kind}`);
    const problem = ceremony.problems[of ?? 0];
    return t('ceremony.award.firstToSolve', { index: problem?.index, title: problem?.title });
  };
  return (userId) => (awards.get(userId) ?? []).map(textOf);
}
