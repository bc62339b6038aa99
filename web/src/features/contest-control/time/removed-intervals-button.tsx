import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import { Button } from '@mantine/core';
import { IconScissors } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ControlDialog } from '#features/contest-control/control-dialog.tsx';
import { IntervalForm } from '#features/contest-control/time/interval-form.tsx';
import { IntervalList } from '#features/contest-control/time/interval-list.tsx';
import type { LastChange } from '#features/contest-control/undo-bar.tsx';

/** Opens the intervals that are cut out of the contest, with a form for another one. */
export function RemovedIntervalsButton({
  contest,
  onChanged,
}: {
  contest: ContestControl['contest'];
  onChanged: (change: LastChange) => void;
}) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const count = contest.removedIntervals.length;
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconScissors size={18} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {count > 0 ? t('control.intervalsOf', { count }) : t('control.intervals')}
      </Button>
      <ControlDialog isOpen={isOpen} title={t('control.intervalsTitle')} onClose={close}>
        <IntervalForm contest={contest} onClose={close} onChanged={onChanged} />
        <IntervalList contest={contest} />
      </ControlDialog>
    </>
  );
}
