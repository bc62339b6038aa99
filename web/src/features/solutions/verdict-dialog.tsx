import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { VERDICTS, verdictById } from '@balloon/domain/judging/verdicts.ts';
import { Button, Group, Modal, Select, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '#features/session/form-failure.tsx';
import { PasswordField } from '#features/session/password-field.tsx';
import { changeVerdict } from '#features/solutions/deciding.data.ts';
import { refreshLists } from '#features/solutions/use-solution-decisions.ts';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { useFocusBack } from '#shared/ui/dialogs/use-focus-back.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { verdictKey } from '#shared/ui/labels/verdict.ts';
import { showDone } from '#shared/ui/toasts/toasts.ts';

export interface VerdictDialogProps {
  solution: Solution;
  onClose: () => void;
}

/** Choice of another verdict for a solution, with its effect on the table and the password of who decides. */
export function VerdictDialog({ solution, onClose }: VerdictDialogProps) {
  const { t } = useTranslation();
  useFocusBack();
  const isPhone = useIsPhone();
  const [verdictId, setVerdictId] = useState(solution.verdictId);
  const [password, setPassword] = useState('');
  const { mutate, isPending, error } = useVerdictChange(solution, onClose);
  const isReady = verdictId !== null && verdictId !== solution.verdictId && password !== '';
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) mutate({ verdictId, password });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={isPhone}
      title={t('deciding.verdictTitle', { id: solution.id })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <SavingForm isSaving={isPending} onSubmit={save} noValidate>
        <Select
          data-autofocus
          label={t('solutions.verdict')}
          data={Object.values(VERDICTS).map(({ id }) => ({ value: `${id}`, label: t(verdictKey(id)) }))}
          value={verdictId === null ? null : `${verdictId}`}
          onChange={(value) => setVerdictId(value === null ? null : Number(value))}
          allowDeselect={false}
          searchable
          comboboxProps={{ withinPortal: true }}
        />
        <Text c="dimmed" size="sm" mt="xs" mb="md" mih={42}>
          {verdictId !== null && t(effectKey(verdictId))}
        </Text>
        <PasswordField
          size="md"
          mb="sm"
          label={t('profile.oldPassword')}
          description={t('deciding.passwordHint')}
          autoComplete="current-password"
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <FormFailure error={error} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isPending} disabled={!isReady}>
            {t('deciding.saveVerdict')}
          </Button>
        </Group>
      </SavingForm>
    </Modal>
  );
}

function useVerdictChange({ id, contestId }: Solution, onDone: () => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: { verdictId: number; password: string }) => changeVerdict(id, change),
    onSuccess: () => {
      showDone(t('deciding.verdictChanged', { id }));
      void refreshLists(queryClient, contestId);
      onDone();
    },
    meta: { ownError: true },
  });
}

function effectKey(verdictId: number) {
  const verdict = verdictById(verdictId);
  if (verdict?.solves) return 'deciding.verdictSolves';
  return verdict?.scored ? 'deciding.verdictCosts' : 'deciding.verdictCostsNothing';
}
