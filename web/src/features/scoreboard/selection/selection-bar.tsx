import { Button, CloseButton, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ALL_ROWS, type ScoreboardChoice, scoreboardQuery } from '#features/scoreboard/scoreboard.data.ts';
import classes from '#features/scoreboard/selection/selection-bar.module.css';
import type { BulkAction } from '#features/scoreboard/selection/use-bulk-action.ts';
import type { Selection } from '#features/scoreboard/selection/use-selection.ts';
import { showError } from '#shared/ui/toasts/toasts.ts';

export interface SelectionBarProps {
  contestId: number;
  /** Choice of rows in the table; `total` is the number of all of them. */
  choice: ScoreboardChoice;
  total: number;
  selection: Selection;
  action: BulkAction;
}

/** Replaces the toolbar while a supervisor chooses people: number, actions and progress. */
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
      const { rows } = await queryClient.fetchQuery(scoreboardQuery(contestId, everybody));
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
