import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BulkReport, runBulk } from '#features/scoreboard/selection/run-bulk.ts';
import type { Person } from '#features/scoreboard/selection/use-selection.ts';
import { rejudgeMany } from '#features/solutions/deciding.data.ts';
import { del } from '#shared/api/calls/api.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

export type BulkActionName = 'rejudge' | 'remove';

/** Number of simultaneous calls: enough to be quick, few enough for other users of the server. */
const PARALLEL = 3;

export interface BulkAction {
  running: { finished: number; total: number } | null;
  /** Report of the last action, when it failed or was stopped for some people. */
  report: (BulkReport<Person> & { name: BulkActionName }) | null;
  ask(name: BulkActionName, people: readonly Person[]): Promise<void>;
  repeat(): void;
  stop(): void;
  closeReport(): void;
}

/**
 * Runs an action on many participants.
 *
 * @param onDone receives the people left at the end; empty if all went well
 */
export function useBulkAction(contestId: number, onDone: (left: readonly Person[]) => void): BulkAction {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [running, setRunning] = useState<BulkAction['running']>(null);
  const [report, setReport] = useState<BulkAction['report']>(null);
  const stopper = useRef(new AbortController());
  useEffect(() => () => stopper.current.abort(), []);

  async function run(name: BulkActionName, people: readonly Person[]) {
    stopper.current = new AbortController();
    setReport(null);
    setRunning({ finished: 0, total: people.length });
    const outcome = await runBulk(people, ({ id }) => actionOf(name, contestId, id), {
      signal: stopper.current.signal,
      onProgress: (finished) => setRunning({ finished, total: people.length }),
      parallel: PARALLEL,
    });
    setRunning(null);
    await queryClient.invalidateQueries({ queryKey: ['contest', contestId] });
    if (outcome.done.length > 0) showDone(t(`selection.${name}Done`, { count: outcome.done.length }));
    const left = [...outcome.failed.map(({ item }) => item), ...outcome.left];
    if (left.length > 0) setReport({ name, ...outcome });
    onDone(left);
  }
  return {
    running,
    report,
    stop: () => stopper.current.abort(),
    closeReport: () => setReport(null),
    repeat: () => {
      if (!report) return;
      void run(report.name, [...report.failed.map(({ item }) => item), ...report.left]);
    },
    async ask(name, people) {
      const isSure = await confirm({
        title: t(`selection.${name}Title`, { count: people.length }),
        text: t(`selection.${name}Text`),
        yes: t(`selection.${name}`),
        isDestructive: name === 'remove',
      });
      if (isSure) await run(name, people);
    },
  };
}

function actionOf(name: BulkActionName, contestId: number, userId: number): Promise<unknown> {
  if (name === 'rejudge') return rejudgeMany({ contestId, userId });
  return del(`/api/admin/contests/${contestId}/users/${userId}`);
}
