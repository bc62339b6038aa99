import { MAX_UNTIL_NUMBER } from '@balloon/contracts/hall/balloon-limits.ts';
import type { BalloonRules } from '@balloon/contracts/hall/balloons.ts';
import { Button, NumberInput, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeBalloonRules, useSettingsChange } from '#features/balloons/balloons.data.ts';
import classes from '#features/balloons/balloons.module.css';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

const CHOICES = ['no', 'until', 'yes'] as const;

/** Decides whether balloons are carried in the freeze. */
export function BalloonRulesForm({ contestId, rules }: { contestId: number; rules: BalloonRules }) {
  const { t } = useTranslation();
  const [{ inFreeze, untilNumber }, setWanted] = useState(rules);
  const { mutate, isPending } = useSettingsChange(
    contestId,
    (wanted: BalloonRules) => changeBalloonRules(contestId, wanted),
    () => showDone(t('balloons.rulesSaved')),
  );
  const isChanged = inFreeze !== rules.inFreeze || untilNumber !== rules.untilNumber;
  return (
    <SavingForm
      isSaving={isPending}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ inFreeze, untilNumber });
      }}
    >
      <Radio.Group
        label={t('balloons.inFreeze')}
        description={t('balloons.inFreezeText')}
        value={inFreeze}
        onChange={(value) =>
          setWanted({ untilNumber, inFreeze: CHOICES.find((one) => one === value) ?? inFreeze })
        }
      >
        <Stack gap="xs" mt="sm">
          {CHOICES.map((choice) => (
            <Radio
              key={choice}
              value={choice}
              label={t(`balloons.rule.${choice}`)}
              description={t(`balloons.ruleText.${choice}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {inFreeze === 'until' && (
        <NumberInput
          label={t('balloons.untilNumber')}
          min={1}
          max={MAX_UNTIL_NUMBER}
          allowDecimal={false}
          value={untilNumber}
          onChange={(value) => setWanted({ inFreeze, untilNumber: Number(value) || 1 })}
        />
      )}
      <Button type="submit" loading={isPending} disabled={!isChanged}>
        {t('balloons.saveRules')}
      </Button>
    </SavingForm>
  );
}
