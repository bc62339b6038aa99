import { Checkbox, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-admin/contest-form.module.css';
import { FormPart } from '#features/contest-admin/form-part.tsx';
import type { FormOf } from '#features/contest-admin/use-contest-form.ts';

/** Rating and penalties. */
export function RuleFields({ form }: { form: FormOf }) {
  const { t } = useTranslation();
  return (
    <FormPart title={t('contestForm.rules')}>
      <Checkbox
        label={t('contestForm.isRated')}
        description={t('contestForm.ratedHint')}
        {...form.getInputProps('isRated', { type: 'checkbox' })}
      />
      <NumberInput
        label={t('contestForm.wrongTryPenaltyMin')}
        suffix={` ${t('contestForm.minutes')}`}
        className={classes.short ?? ''}
        min={0}
        allowDecimal={false}
        {...form.getInputProps('wrongTryPenaltyMin')}
      />
      <Checkbox
        label={t('contestForm.countsCompilationErrors')}
        description={t('contestForm.compilationErrorsHint')}
        {...form.getInputProps('countsCompilationErrors', { type: 'checkbox' })}
      />
    </FormPart>
  );
}
