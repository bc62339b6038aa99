import { Button, Modal } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BELOW_QUESTIONS } from '#features/contest-control/layers.ts';
import { PeopleList } from '#features/contest-control/people-list.tsx';

/** Opens the people of the contest: who is there, who is let in late, who is removed. */
export function PeopleButton({ contestId }: { contestId: number }) {
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
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('control.peopleTitle')}
        size={820}
        zIndex={BELOW_QUESTIONS}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <PeopleList contestId={contestId} />
      </Modal>
    </>
  );
}
