import { Button } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BalloonRulesForm } from '#features/balloons/balloon-rules-form.tsx';
import { balloonSettingsQuery } from '#features/balloons/balloons.data.ts';
import classes from '#features/balloons/balloons.module.css';
import { RunnerList } from '#features/balloons/runner-list.tsx';
import { ControlDialog } from '#features/contest-control/control-dialog.tsx';
import { FormPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** Opens what organisers decide: balloons in the freeze, and who carries. */
export function BalloonSettingsButton({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSettings size={18} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('balloons.settings')}
      </Button>
      <ControlDialog isOpen={isOpen} title={t('balloons.settingsTitle')} onClose={() => setIsOpen(false)}>
        <BalloonSettings contestId={contestId} />
      </ControlDialog>
    </>
  );
}

function BalloonSettings({ contestId }: { contestId: number }) {
  const { data, error, refetch } = useQuery(balloonSettingsQuery(contestId));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <FormPlaceholder />;
  return (
    <div className={classes.settings}>
      <BalloonRulesForm contestId={contestId} rules={data.rules} />
      <RunnerList contestId={contestId} runners={data.runners} />
    </div>
  );
}
