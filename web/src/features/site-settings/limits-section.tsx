import {
  MAX_BACKUP_HOURS,
  MAX_BACKUPS_KEPT,
  MAX_TRIAL_RUNS_PER_MINUTE,
} from '@balloon/contracts/site/setting-limits.ts';
import type { SiteSettings } from '@balloon/contracts/site/site-settings.ts';
import { Checkbox, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SectionForm } from '#features/site-settings/section-form.tsx';
import { type SectionProps, useSection } from '#features/site-settings/use-section.ts';
import { numberOrNull } from '#features/site-settings/values.ts';

const NUMBERS = [
  { field: 'trialRunsPerMinute', min: 0, max: MAX_TRIAL_RUNS_PER_MINUTE },
  { field: 'backupEveryHours', min: 0, max: MAX_BACKUP_HOURS },
  { field: 'backupKeep', min: 1, max: MAX_BACKUPS_KEPT },
] as const;

const valuesOf = (limits: SiteSettings['limits']) => ({
  trialRunsPerMinute: limits.trialRunsPerMinute ?? '',
  backupEveryHours: limits.backupEveryHours ?? '',
  backupKeep: limits.backupKeep ?? '',
  sameVersions: limits.sameVersions ?? limits.usual.sameVersions ?? true,
});

/** Trial runs, backups by schedule, and versions of judges. */
export function LimitsSection({ settings, onChanged }: SectionProps<'limits'>) {
  const { t } = useTranslation();
  const state = useSection({
    section: 'limits',
    settings,
    valuesOf,
    formOf: ({ trialRunsPerMinute, backupEveryHours, backupKeep, sameVersions }, { usual }) => ({
      trialRunsPerMinute: numberOrNull(trialRunsPerMinute),
      backupEveryHours: numberOrNull(backupEveryHours),
      backupKeep: numberOrNull(backupKeep),
      sameVersions: sameVersions === usual.sameVersions ? null : sameVersions,
    }),
    onChanged,
  });
  const { form, fixed, settings: filled } = state;
  return (
    <SectionForm state={state}>
      {NUMBERS.map(({ field, min, max }) => (
        <NumberInput
          key={field}
          label={t(`settings.${field}`)}
          placeholder={t('settings.usually', { value: filled.usual[field] })}
          min={min}
          max={max}
          clampBehavior="strict"
          allowDecimal={false}
          {...fixed(field, t(`settings.${field}Help`))}
          {...form.getInputProps(field)}
        />
      ))}
      <Checkbox
        label={t('settings.sameVersions')}
        {...fixed('sameVersions', t('settings.sameVersionsHelp'))}
        {...form.getInputProps('sameVersions', { type: 'checkbox' })}
      />
    </SectionForm>
  );
}
