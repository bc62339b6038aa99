import { type AwardWords, wordsOf } from '@balloon/domain/ceremony/frame.ts';
import type { Script } from '@balloon/domain/ceremony/script.ts';
import { useTranslation } from 'react-i18next';

/** Returns an award in words. */
export function useAwardText(): (award: AwardWords) => string {
  const { t } = useTranslation();
  return ({ kind, of }) => {
    if (kind === 'byHand') return of;
    if (kind === 'groupWinner') return t('ceremony.award.groupWinner', { group: of });
    if (kind === 'firstToSolve') return t('ceremony.award.firstToSolve', { problem: of });
    return t(`ceremony.award.${kind}`);
  };
}

/** Returns the awards of a person, which are read out at the row, in words. */
export function useAwardTexts(script: Script): (userId: number) => string[] {
  const textOf = useAwardText();
  return (userId) => (script.awards.get(userId) ?? []).map((award) => textOf(wordsOf(script, award)));
}
