import type { OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pauseServer, useOutsideChange } from '#features/outside-systems/data/outside.data.ts';
import { DialogForm } from '#features/outside-systems/dialogs/dialog-form.tsx';
import classes from '#features/outside-systems/outside.module.css';
import { errorText } from '#shared/ui/toasts/toasts.ts';

/** Pauses sends to a server with a reason. */
export function PauseDialog({ server, onClose }: { server: OutsideServerView; onClose: () => void }) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const pausing = useOutsideChange(() => pauseServer(server.id, reason.trim()), {
    done: t('outside.pausedDone', { name: server.name }),
    isFaultShown: true,
  });
  return (
    <DialogForm
      title={t('outside.pauseTitle', { name: server.name })}
      submit={t('outside.pause')}
      isSending={pausing.isPending}
      fault={pausing.error ? errorText(pausing.error) : null}
      onSubmit={() => pausing.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className={classes.note}>{t('outside.pauseText')}</p>
      <TextInput
        data-autofocus
        label={t('outside.pauseReason')}
        description={t('outside.pauseReasonHelp')}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
