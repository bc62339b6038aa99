import { MAX_PRINTS_AT_ONCE } from '@balloon/contracts/hall/print-limits.ts';
import type { QueuedPrint } from '@balloon/contracts/hall/printing.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { changePrint, printsPdf, usePrintChange } from '#features/printing/printing.data.ts';
import classes from '#features/printing/printing.module.css';
import { showNotice } from '#shared/ui/toasts/toasts.ts';

export interface ChosenPrintsProps {
  contestId: number;
  jobs: readonly QueuedPrint[];
  chosen: readonly QueuedPrint[];
  onChoose: (ids: readonly number[]) => void;
  /** Told which jobs have been noted; others may have been chosen meanwhile. */
  onNoted: (ids: readonly number[]) => void;
}

/** Several jobs at once: one document of them, and the note that they are printed. */
export function ChosenPrints({ contestId, jobs, chosen, onChoose, onNoted }: ChosenPrintsProps) {
  const { t } = useTranslation();
  const { mutate, isPending } = usePrintChange(
    contestId,
    (ids: readonly number[]) => notePrinted(contestId, ids),
    (moved) => moved > 0 && showNotice(t('printing.moved', { count: moved })),
  );
  const mayBePrinted = chosen.filter(({ state }) => state !== 'printed' && state !== 'cancelled');
  function note() {
    const ids = chosen.map(({ id }) => id);
    mutate(
      mayBePrinted.map(({ id }) => id),
      { onSuccess: () => onNoted(ids) },
    );
  }
  const most = jobs.slice(0, MAX_PRINTS_AT_ONCE);
  const chosenIds = chosen.map(({ id }) => id);
  return (
    <div className={classes.chosen}>
      <Checkbox
        label={chosen.length === 0 ? t('printing.chooseAll') : t('printing.chosen', { count: chosen.length })}
        checked={chosen.length >= most.length}
        indeterminate={chosen.length > 0 && chosen.length < most.length}
        onChange={() => onChoose(chosen.length > 0 ? [] : most.map(({ id }) => id))}
      />
      {chosen.length > 0 && (
        <div className={classes.steps}>
          <Button
            component="a"
            href={printsPdf(contestId, chosenIds)}
            download
            leftSection={<IconFileTypePdf size={18} aria-hidden />}
          >
            {t('printing.chosenPdf')}
          </Button>
          {mayBePrinted.length > 0 && (
            <Button variant="default" loading={isPending} onClick={note}>
              {t('printing.chosenPrinted')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** @returns number of jobs that somebody else had changed */
async function notePrinted(contestId: number, ids: readonly number[]): Promise<number> {
  const notes = await Promise.allSettled(ids.map((id) => changePrint(contestId, id, 'done')));
  return notes.filter(({ status }) => status === 'rejected').length;
}
