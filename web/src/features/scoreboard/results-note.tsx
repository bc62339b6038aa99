import { frozenMinutes, type OfficialContest, resultsState } from '@balloon/domain/results/results-state.ts';
import { useTranslation } from 'react-i18next';
import { useAtServerNow } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';

/** Words for what is true of a contest's official results; null where there is nothing to say. */
export function useResultsText(contest: OfficialContest): { isFinal: boolean; text: string } | null {
  const { t } = useTranslation();
  const formats = useFormats();
  const state = useAtServerNow((nowMs) => resultsState(contest, nowMs));
  if (state === 'none') return null;
  if (contest.finalizedAtMs === null) return { isFinal: false, text: t('scoreboard.provisional') };
  return { isFinal: true, text: t('scoreboard.official', { at: formats.dateTime(contest.finalizedAtMs) }) };
}

/** The sentence that the ICPC requires of a frozen table; one of its own where the freeze begins with the contest. */
export function useFrozenSentence(contest: OfficialContest): string {
  const { t } = useTranslation();
  if (contest.relativeFreezeTimeMs <= 0) return t('scoreboard.frozenThroughout');
  return t('scoreboard.frozenSentence', { minutes: frozenMinutes(contest) });
}
