import { Button, CloseButton, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/table/selection-bar.module.css';
import { ALL_ROWS, type TableChoice, tableQuery } from '#features/table/table.data.ts';
import type { BulkAction } from '#features/table/use-bulk-action.ts';
import type { Selection } from '#features/table/use-selection.ts';
import { showError } from '#shared/toasts.ts';

export interface SelectionBarProps {
  contestId: number;
  /** What the table shows, and on how many rows altogether. */
  choice: TableChoice;
  total: number;
  selection: Selection;
  action: BulkAction;
}

/** Stands in for the toolbar while a supervisor chooses people: how many, what to do with them, how far it is. */
export function SelectionBar({ contestId, choice, total, selection, action }: SelectionBarProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [isLoading, setIsLoading] = useState(false);
  const { people } = selection;
  const { running } = action;

  async function chooseAll() {
    setIsLoading(true);
    try {
      const everybody = { ...choice, count: ALL_ROWS, offset: 0 };
      const { rows } = await queryClient.fetchQuery(tableQuery(contestId, everybody));
      selection.choose(rows.map(({ user }) => user));
    } catch (error) {
      showError(error);
    } finally {
      setIsLoading(false);
    }
  }
  if (running) {
    return (
      <section className={classes.bar} aria-label={t('selection.label')}>
        <span className={classes.count} role="status">
          {t('selection.progress', running)}
        </span>
        <Progress
          className={classes.progress ?? ''}
          value={(100 * running.finished) / running.total}
          aria-label={t('selection.progress', running)}
        />
        <Button variant="default" onClick={action.stop}>
          {t('selection.stop')}
        </Button>
      </section>
    );
  }
  return (
    <section className={classes.bar} aria-label={t('selection.label')}>
      <CloseButton size={44} aria-label={t('selection.leave')} onClick={selection.stop} />
      <span className={classes.count} role="status">
        {people.length === 0 ? t('selection.none') : t('selection.count', { count: people.length })}
      </span>
      {people.length < total && (
        <Button variant="subtle" loading={isLoading} onClick={() => void chooseAll()}>
          {t('selection.all', { count: total })}
        </Button>
      )}
      <span className={classes.grow} />
      <Button disabled={people.length === 0} onClick={() => void action.ask('rejudge', people)}>
        {t('selection.rejudge')}
      </Button>
      <Button
        c="var(--wrong)"
        variant="default"
        disabled={people.length === 0}
        onClick={() => void action.ask('remove', people)}
      >
        {t('selection.remove')}
      </Button>
    </section>
  );
}
