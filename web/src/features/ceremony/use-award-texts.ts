import type { CeremonyAward } from '@balloon/contracts/ceremony.ts';
import { useTranslation } from 'react-i18next';
import type { Script } from '#features/ceremony/ceremony-state.ts';

/** Returns an award in words. */
export function useAwardText({ ceremony }: Script): (award: CeremonyAward) => string {
  const { t } = useTranslation();
  return ({ kind, of, group, title }) => {
    if (kind === 'byHand') return title ?? '';
    if (kind === 'groupWinner') return t('ceremony.award.groupWinner', { group });
    if (kind !== 'firstToSolve') return t(`ceremony.award.${kind}`);
    const problem = ceremony.problems[of ?? 0];
    return t('ceremony.award.firstToSolve', { index: problem?.index, title: problem?.title });
  };
}

/** Returns the awards of a person, which are read out at the row, in words. */
export function useAwardTexts(script: Script): (userId: number) => string[] {
  const textOf = useAwardText(script);
  return (userId) => (script.awards.get(userId) ?? []).map(textOf);
}
