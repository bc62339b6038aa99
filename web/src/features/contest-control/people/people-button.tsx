import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ControlDialog } from '#features/contest-control/control-dialog.tsx';
import { PeopleList } from '#features/contest-control/people/people-list.tsx';

/** Opens the people of the contest: who is there, who is let in late, who is removed. */
export function PeopleButton({ contest }: { contest: ContestControl['contest'] }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUsers size={18} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('control.people')}
      </Button>
      <ControlDialog isOpen={isOpen} title={t('control.peopleTitle')} onClose={() => setIsOpen(false)}>
        <PeopleList contest={contest} />
      </ControlDialog>
    </>
  );
}
