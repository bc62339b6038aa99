import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import { contestTimeMs, formatDuration } from '@balloon/domain/contests/contest-time.ts';
import type { RemovedInterval } from '@balloon/domain/contests/removed-intervals.ts';
import { withRestoredInterval } from '@balloon/domain/contests/time-changes.ts';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  previewIntervalQuery,
  restoreInterval,
  useControlAction,
} from '#features/contest-control/contest-control.data.ts';
import classes from '#features/contest-control/people/people-list.module.css';
import { serverNowMs } from '#shared/api/live/server-clock.ts';
import { formatContestTime } from '#shared/text/contest-time.ts';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showDone, showError } from '#shared/ui/toasts/toasts.ts';

/** Intervals that are cut out, each with the way back. */
export function IntervalList({ contest }: { contest: ContestControl['contest'] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { restore, isPending } = useRestoring(contest);
  const intervals = contest.removedIntervals.toSorted((a, b) => a.fromMs - b.fromMs);
  if (intervals.length === 0) return null;
  return (
    <section aria-label={t('control.cutOutList')}>
      <h3 className={classes.subtitle}>{t('control.cutOutList')}</h3>
      <ul className={classes.list}>
        {intervals.map((interval) => {
          const { id, fromMs, toMs, isEndMoved } = interval;
          const times = `${formats.dateTime(fromMs)} – ${formats.time(toMs)}`;
          return (
            <li key={id} className={classes.person}>
              <div>
                <p className={classes.name}>{times}</p>
                <p className={classes.facts}>
                  {t(isEndMoved ? 'control.cutAndMoved' : 'control.cutOnly', {
                    duration: formatDuration(toMs - fromMs),
                    at: formatContestTime(contestTimeMs(contest, fromMs)),
                  })}
                </p>
              </div>
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={18} aria-hidden />}
                aria-label={t('control.restoreOf', { times })}
                loading={isPending}
                onClick={() => void restore(interval)}
              >
                {t('control.restore')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function useRestoring(contest: ContestControl['contest']) {
  const { t } = useTranslation();
  const formats = useFormats();
  const queryClient = useQueryClient();
  const { id: contestId, revision: basedOnRevision } = contest;
  const restoring = useControlAction(
    contestId,
    ({ id, movesEnd }: { id: number; movesEnd: boolean }) =>
      restoreInterval(contestId, id, { movesEnd, basedOnRevision }),
    () => showDone(t('control.restored')),
  );

  /** Asks with the numbers of the preview. The end comes back unless it would lie in the past. */
  async function restore({ id }: RemovedInterval): Promise<void> {
    const movesEnd = withRestoredInterval(contest, { id, movesEnd: true }, serverNowMs()) !== null;
    try {
      const preview = previewIntervalQuery(contestId, basedOnRevision, { intervalId: id, movesEnd });
      const { solutions, rows, endAfterMs } = await queryClient.fetchQuery(preview);
      const numbers = { count: solutions, rows: rows.moved, end: formats.time(endAfterMs) };
      const question = {
        title: t('control.restoreTitle'),
        text: t(`control.restoreText.${contest.removedSolutions}`, numbers),
      };
      if (!(await confirm({ ...question, yes: t('control.restore') }))) return;
    } catch (error) {
      showError(error);
      return;
    }
    restoring.mutate({ id, movesEnd });
  }
  return { restore, isPending: restoring.isPending };
}
