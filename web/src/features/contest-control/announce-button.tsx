import { Button } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ControlDialog } from '#features/contest-control/control-dialog.tsx';
import { contestQuery } from '#features/contests/contests.data.ts';
import { CurrentContest } from '#features/contests/current-contest.ts';
import { AnnouncementForm } from '#features/messages/writing/announcement-form.tsx';

/** Opens the form by which supervisors write to everybody in the contest. */
export function AnnounceButton({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { data: contest } = useQuery({ ...contestQuery(contestId), enabled: isOpen });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSpeakerphone size={18} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('control.announce')}
      </Button>
      <ControlDialog
        isOpen={isOpen && contest !== undefined}
        title={t('control.announceTitle')}
        onClose={() => setIsOpen(false)}
      >
        {contest && (
          <CurrentContest value={contest}>
            <AnnouncementForm isInDialog />
          </CurrentContest>
        )}
      </ControlDialog>
    </>
  );
}
