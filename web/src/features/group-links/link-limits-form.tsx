import { Button, NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { LinkLimits } from '#features/group-links/group-links.data.ts';
import classes from '#features/group-links/group-links.module.css';
import { useServerNow } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';
import { localDateTime } from '#shared/text/local-date-time.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

export interface LinkLimitsFormProps {
  initial: LinkLimits;
  yes: string;
  isPending: boolean;
  onSave: (limits: LinkLimits) => void;
}

/** Until when and for how many people a link is valid; both may stay empty. */
export function LinkLimitsForm({ initial, yes, isPending, onSave }: LinkLimitsFormProps) {
  const { t } = useTranslation();
  const nowMs = useServerNow();
  const formats = useFormats();
  const form = useForm<{ expires: string; most: number | string }>({
    initialValues: {
      expires: initial.expiresAtMs === null ? '' : localDateTime(initial.expiresAtMs),
      most: initial.maxActivations ?? '',
    },
    validate: {
      expires: (text) => (text === '' || new Date(text).getTime() > nowMs ? null : t('links.inThePast')),
    },
  });
  return (
    <SavingForm
      isSaving={isPending}
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(({ expires, most }) =>
        onSave({
          expiresAtMs: expires === '' ? null : new Date(expires).getTime(),
          maxActivations: typeof most === 'number' ? most : null,
        }),
      )}
    >
      <TextInput
        type="datetime-local"
        label={t('links.expires', { zone: formats.zone(nowMs) })}
        description={t('links.expiresHint')}
        {...form.getInputProps('expires')}
      />
      <NumberInput
        label={t('links.most')}
        description={t('links.mostHint')}
        min={1}
        max={1_000_000}
        allowDecimal={false}
        clampBehavior="strict"
        {...form.getInputProps('most')}
      />
      <Button type="submit" loading={isPending}>
        {yes}
      </Button>
    </SavingForm>
  );
}
