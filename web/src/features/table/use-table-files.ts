import type { Contest } from '@balloon/contracts/contests.ts';
import type { Table2 } from '@balloon/contracts/scoreboard.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ALL_ROWS, type TableChoice, tableQuery } from '#features/table/table.data.ts';
import { tableCsv } from '#features/table/table-csv.ts';
import type { TableState } from '#features/table/use-paper.ts';
import { csvSeparator, downloadText } from '#shared/csv.ts';
import { showError } from '#shared/toasts.ts';

/** All pages of what the viewer sees, as a file or on paper. */
export function useTableFiles(contest: Contest, choice: TableChoice, print: (state: TableState) => void) {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();

  async function withAllRows(use: (table: Table2) => void) {
    try {
      const everybody = { ...choice, count: ALL_ROWS, offset: 0 };
      use(await queryClient.fetchQuery(tableQuery(contest.id, everybody)));
    } catch (error) {
      showError(error);
    }
  }
  return {
    print: () => void withAllRows((table) => print({ table, stateMs: choice.atMs ?? Date.now() })),
    csv: () =>
      void withAllRows((table) => {
        const words = {
          place: t('table.place'),
          participant: t('table.participant'),
          username: t('csv.username'),
          solved: t('table.solvedShort'),
          penalty: t('table.penalty'),
          wrongTries: t('csv.wrongTries'),
          solvedAt: t('csv.solvedAt'),
          pending: t('csv.pending'),
        };
        downloadText(`table-${contest.id}.csv`, tableCsv(table, words, csvSeparator(i18n.language)));
      }),
  };
}
