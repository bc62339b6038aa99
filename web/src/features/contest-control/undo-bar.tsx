import { Button } from '@mantine/core';
import { IconArrowBackUp, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useControlAction } from '#features/contest-control/contest-control.data.ts';
import classes from '#features/contest-control/contest-control.module.css';
import { useFocusAfter } from '#shared/ui/dialogs/use-focus-back.ts';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** Change that was just made here. */
export interface LastChange {
  text: string;
  /** Revision of the contest that it made; null where it made none. */
  revision: number | null;
  undo: () => Promise<unknown>;
}

/** The last change, as long as nobody has changed the contest after it. */
export function useLastChange(revision: number) {
  const [change, setChange] = useState<LastChange | null>(null);
  const isOvertaken = change !== null && change.revision !== null && revision > change.revision;
  return {
    last: isOvertaken ? null : change,
    note: (made: LastChange) => setChange(made),
    forget: () => setChange(null),
  };
}

/** Says what was done, with the way back. */
export function UndoBar({
  last,
  onDone,
  contestId,
}: {
  last: LastChange | null;
  onDone: () => void;
  contestId: number;
}) {
  const { t } = useTranslation();
  const undoing = useControlAction(contestId, (change: LastChange) => change.undo());
  const place = useFocusAfter(last);
  const undo = async (change: LastChange) => {
    await undoing.mutateAsync(change);
    onDone();
    showDone(t('control.undone'));
  };
  return (
    <div ref={place} role="status" tabIndex={-1}>
      {last && (
        <p className={classes.last}>
          <span>{last.text}</span>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            loading={undoing.isPending}
            onClick={() => void undo(last).catch(() => undefined)} // the mutation has reported it
          >
            {t('control.undo')}
          </Button>
          <Button variant="subtle" color="gray" aria-label={t('common.close')} onClick={onDone}>
            <IconX size={18} aria-hidden />
          </Button>
        </p>
      )}
    </div>
  );
}
