import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import { Button } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ControlDialog } from '#features/contest-control/control-dialog.tsx';
import { ExtraTimeForm } from '#features/contest-control/time/extra-time-form.tsx';
import type { LastChange } from '#features/contest-control/undo-bar.tsx';

/** Opens the form that gives participants extra time. */
export function ExtraTimeButton({
  state,
  onChanged,
}: {
  state: ContestControl;
  onChanged: (change: LastChange) => void;
}) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { contest, people } = state;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHourglass size={18} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {people.withExtraTime > 0
          ? t('control.extraTimeOf', { count: people.withExtraTime })
          : t('control.extraTime')}
      </Button>
      <ControlDialog isOpen={isOpen} title={t('control.extraTimeTitle')} onClose={() => setIsOpen(false)}>
        <ExtraTimeForm
          contest={contest}
          given={people.withExtraTime}
          onClose={() => setIsOpen(false)}
          onChanged={onChanged}
        />
      </ControlDialog>
    </>
  );
}
