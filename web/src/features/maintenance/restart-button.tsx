import type { ServerStatus } from '@balloon/contracts/site/maintenance.ts';
import { Button, Group, Modal, Text, TextInput, Tooltip } from '@mantine/core';
import { IconReload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { restartServer } from '#features/maintenance/server.data.ts';
import classes from '#features/maintenance/server.module.css';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { useFocusBack } from '#shared/ui/dialogs/use-focus-back.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { errorText, showDone } from '#shared/ui/toasts/toasts.ts';

type Restart = ServerStatus['restart'];

/** Restarts the web processes; while a contest runs, only after its word was typed. */
export function RestartButton({ restart }: { restart: Restart }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const button = (
    <Button
      variant="default"
      leftSection={<IconReload size={18} aria-hidden />}
      disabled={!restart.isPossible}
      onClick={() => setAsking(true)}
    >
      {t('server.restart')}
    </Button>
  );
  return (
    <>
      {restart.isPossible ? button : <Tooltip label={t('server.restartImpossible')}>{button}</Tooltip>}
      {isAsking && <RestartDialog restart={restart} onClose={() => setAsking(false)} />}
    </>
  );
}

function RestartDialog({
  restart: { confirm, contests },
  onClose,
}: {
  restart: Restart;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  useFocusBack();
  const isPhone = useIsPhone();
  const [word, setWord] = useState('');
  const restarting = useMutation({
    mutationFn: () => restartServer(confirm === null ? undefined : word),
    onSuccess: () => {
      showDone(t('server.restarting'));
      onClose();
    },
    meta: { ownError: true },
  });
  const isTyped = confirm === null || word.trim().toUpperCase() === confirm;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isTyped) restarting.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={isPhone}
      title={t('server.restartTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <SavingForm isSaving={restarting.isPending} onSubmit={submit} className={classes.form}>
        <Text c="dimmed">{t('server.restartText')}</Text>
        {confirm !== null && (
          <>
            <Text>
              {t('server.restartContests', {
                count: contests.length,
                names: contests.map(({ name }) => name).join(', '),
              })}
            </Text>
            <TextInput
              data-autofocus
              autoComplete="off"
              label={t('server.restartWord', { word: confirm })}
              value={word}
              onChange={(event) => setWord(event.currentTarget.value)}
            />
          </>
        )}
        {restarting.error && (
          <Text c="var(--wrong)" role="alert">
            {errorText(restarting.error)}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            color={confirm === null ? 'brand' : 'red'}
            disabled={!isTyped}
            loading={restarting.isPending}
          >
            {t('server.restart')}
          </Button>
        </Group>
      </SavingForm>
    </Modal>
  );
}
