import type { Contest } from '@balloon/contracts/contests.ts';
import type { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { scoreboardCsv } from '#features/scoreboard/paper/scoreboard-csv.ts';
import type { ScoreboardState } from '#features/scoreboard/paper/use-paper.ts';
import { useFrozenSentence, useResultsText } from '#features/scoreboard/results-note.tsx';
import { ALL_ROWS, type ScoreboardChoice, scoreboardQuery } from '#features/scoreboard/scoreboard.data.ts';
import { csvSeparator, downloadText } from '#shared/text/csv.ts';
import { showError } from '#shared/ui/toasts/toasts.ts';

/** Exports all pages of the viewer's table, as a file or on paper. */
export function useScoreboardFiles(
  contest: Contest,
  choice: ScoreboardChoice,
  print: (state: ScoreboardState) => void,
) {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  const frozenSentence = useFrozenSentence(contest);
  const results = useResultsText(contest);

  async function withAllRows(use: (table: ScoreboardPage) => void) {
    try {
      const everybody = { ...choice, count: ALL_ROWS, offset: 0 };
      use(await queryClient.fetchQuery(scoreboardQuery(contest.id, everybody)));
    } catch (error) {
      showError(error);
    }
  }
  return {
    print: () => void withAllRows((table) => print({ table, stateMs: choice.atMs ?? Date.now() })),
    csv: () =>
      void withAllRows((table) => {
        const words = {
          place: t('scoreboard.place'),
          placeAmongShown: t('csv.placeAmongShown'),
          participant: t('scoreboard.participant'),
          username: t('csv.username'),
          organization: t('csv.organization'),
          solved: t('scoreboard.solvedShort'),
          penalty: t('scoreboard.penalty'),
          wrongTries: t('csv.wrongTries'),
          solvedAt: t('csv.solvedAt'),
          pending: t('csv.pending'),
        };
        const name =
          choice.scope === 'practice' ? `scoreboard-${contest.id}-practice` : `scoreboard-${contest.id}`;
        const notes = [table.isFrozen && frozenSentence, results?.text].filter(
          (note) => typeof note === 'string',
        );
        downloadText(`${name}.csv`, scoreboardCsv(table, words, csvSeparator(i18n.language), notes));
      }),
  };
}
