import type { ControlledPerson, PersonAdjustment } from '@balloon/contracts/contests/contest-control.ts';
import {
  MAX_ADJUSTMENT_MIN,
  MAX_ADJUSTMENT_REASON,
  MAX_START_SHIFT_MIN,
} from '@balloon/contracts/contests/control-limits.ts';
import { Button, Checkbox, NumberInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adjustPeople, useControlAction } from '#features/contest-control/contest-control.data.ts';
import classes from '#features/contest-control/contest-control.module.css';
import people from '#features/contest-control/people/people-list.module.css';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { changedFrom } from '#shared/ui/forms/typed-since.ts';
import { showDone } from '#shared/ui/toasts/toasts.ts';

export interface AdjustFormProps {
  contestId: number;
  /** Whether everybody starts by themselves, so that nobody's start is shifted. */
  isFloating: boolean;
  person: ControlledPerson & { adjustment: PersonAdjustment };
  onClose: () => void;
}

/** What organisers decide about one participant. Only what was touched is sent: another supervisor may have decided the rest. */
export function AdjustForm({ contestId, isFloating, person, onClose }: AdjustFormProps) {
  const { t } = useTranslation();
  const name = person.user.fullName || person.user.username;
  const [values, setValues] = useState(person.adjustment);
  const [isTried, setIsTried] = useState(false);
  const change = (part: Partial<PersonAdjustment>) => setValues({ ...values, ...part });
  const needsReason = (values.isDisqualified || values.penaltyMin !== 0) && values.reason.trim() === '';
  const saving = useControlAction(
    contestId,
    () =>
      adjustPeople(contestId, {
        people: [{ ...changedFrom(person.adjustment, values), userId: person.user.id }],
      }),
    () => showDone(t('adjust.done', { name })),
  );
  const save = () => {
    setIsTried(true);
    if (needsReason) return;
    saving.mutate(undefined, { onSuccess: onClose });
  };
  return (
    <SavingForm
      isSaving={saving.isPending}
      className={classes.dialog}
      aria-label={t('adjust.title', { name })}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <h3 className={people.subtitle}>{t('adjust.title', { name })}</h3>
      <Checkbox
        autoFocus
        label={t('adjust.isOfficial')}
        description={t('adjust.officialHint')}
        checked={values.isOfficial}
        onChange={(event) => change({ isOfficial: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('adjust.isDisqualified')}
        description={t('adjust.disqualifiedHint')}
        checked={values.isDisqualified}
        onChange={(event) => change({ isDisqualified: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('adjust.isFromAnywhere')}
        description={t('adjust.fromAnywhereHint')}
        checked={values.isFromAnywhere}
        onChange={(event) => change({ isFromAnywhere: event.currentTarget.checked })}
      />
      <div className={classes.choices}>
        <NumberInput
          label={t('adjust.penaltyMin')}
          description={t('adjust.penaltyHint')}
          value={values.penaltyMin}
          onChange={(minutes) => change({ penaltyMin: Number(minutes) || 0 })}
          min={-MAX_ADJUSTMENT_MIN}
          max={MAX_ADJUSTMENT_MIN}
          allowDecimal={false}
          clampBehavior="strict"
        />
        {!isFloating && (
          <NumberInput
            label={t('adjust.startShiftMin')}
            description={t('adjust.shiftHint')}
            value={values.startShiftMin}
            onChange={(minutes) => change({ startShiftMin: Number(minutes) || 0 })}
            min={0}
            max={MAX_START_SHIFT_MIN}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="strict"
          />
        )}
      </div>
      <Textarea
        label={t('adjust.reason')}
        value={values.reason}
        maxLength={MAX_ADJUSTMENT_REASON}
        autosize
        minRows={2}
        error={isTried && needsReason ? t('adjust.reasonNeeded') : undefined}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('adjust.back')}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {t('adjust.save')}
        </Button>
      </div>
    </SavingForm>
  );
}
