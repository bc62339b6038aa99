import type { Citation } from '@balloon/domain/results/official-ranks.ts';
import type { ResultsState } from '@balloon/domain/results/results-state.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';

/** Texts of the page of the final table. */
export interface ResultsPageTexts {
  /** Value of the `lang` attribute. */
  language: string;
  notes: Record<ResultsState, string>;
  /** Said beside a note while participants do not see these results. */
  frozen: string;
  rank: string;
  team: string;
  solved: string;
  penalty: string;
  award: string;
  awards: Record<Citation, string>;
}

/** Words of the ICPC's results file. */
export const AWARDS: Record<Citation, string> = {
  gold: 'Gold Medal',
  silver: 'Silver Medal',
  bronze: 'Bronze Medal',
  highestHonors: 'Highest Honors',
  highHonors: 'High Honors',
  honors: 'Honors',
  honorable: 'Honorable',
};

/** Texts by language. */
export const RESULTS_PAGE_TEXTS: Record<Locale, ResultsPageTexts> = {
  'en-us': {
    language: 'en',
    notes: {
      none: 'Results as of the end of the contest.',
      provisional: 'The results are not final yet.',
      final: 'Final results.',
    },
    frozen: 'The public table is still frozen: participants do not see these results.',
    ...{ rank: 'Rank', team: 'Team', solved: 'Solved', penalty: 'Penalty', award: 'Award' },
    awards: AWARDS,
  },
  'ru-ru': {
    language: 'ru',
    notes: {
      none: 'Результаты на конец контеста.',
      provisional: 'Результаты ещё не окончательные.',
      final: 'Окончательные результаты.',
    },
    frozen: 'Открытая таблица ещё заморожена: участники этих результатов не видят.',
    ...{ rank: 'Место', team: 'Команда', solved: 'Решено', penalty: 'Штраф', award: 'Награда' },
    awards: {
      gold: 'Золотая медаль',
      silver: 'Серебряная медаль',
      bronze: 'Бронзовая медаль',
      highestHonors: 'Высшее отличие',
      highHonors: 'Высокое отличие',
      honors: 'Отличие',
      honorable: 'Похвальный отзыв',
    },
  },
};
