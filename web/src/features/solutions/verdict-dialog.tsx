import type { Solution } from '@balloon/contracts/solutions.ts';
import { VERDICTS, verdictById } from '@balloon/domain/verdicts.ts';
import { Button, Group, Modal, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { verdictKey } from '#shared/ui/verdict.ts';

export interface VerdictDialogProps {
  solution: Solution;
  onClose: () => void;
  onChoose: (verdictId: number) => void;
}

/** Choice of another verdict for a solution; states its effect on the table. */
export function VerdictDialog({ solution, onClose, onChoose }: VerdictDialogProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const [verdictId, setVerdictId] = useState(solution.verdictId);
  const isSame = verdictId === null || verdictId === solution.verdictId;
  const save = () => {
    if (isSame) return;
    onChoose(verdictId);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={isPhone}
      title={t('deciding.verdictTitle', { id: solution.id })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
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
      <Text c="dimmed" size="sm" mt="xs" mb="lg" mih={42}>
        {verdictId !== null && t(effectKey(verdictId))}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button onClick={save} disabled={isSame}>
          {t('deciding.saveVerdict')}
        </Button>
      </Group>
    </Modal>
  );
}

function effectKey(verdictId: number) {
  const verdict = verdictById(verdictId);
  if (verdict?.solves) return 'deciding.verdictSolves';
  return verdict?.scored ? 'deciding.verdictCosts' : 'deciding.verdictCostsNothing';
}
