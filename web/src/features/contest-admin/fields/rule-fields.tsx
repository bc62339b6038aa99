import {
  EDGE_INSTANTS,
  FIRST_SOLVERS,
  PENALTY_PRECISIONS,
  REMOVED_SOLUTIONS,
  TIE_BREAKS,
  TIED_ROWS,
  UNOFFICIAL_ROWS,
} from '@balloon/domain/contests/scoring-rules.ts';
import { Button, Checkbox, MultiSelect, NativeSelect, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-admin/form/contest-form.module.css';
import { FormPart } from '#features/contest-admin/form/form-part.tsx';
import { icpcValues, isScoredAsIcpc, TRY_VERDICTS } from '#features/contest-admin/form/form-values.ts';
import type { FormOf } from '#features/contest-admin/form/use-contest-form.ts';
import { verdictKey } from '#shared/ui/labels/verdict.ts';

/** Rules with a few named choices; the first of each is as in most contests. */
const CHOICES = {
  penaltyPrecision: PENALTY_PRECISIONS,
  tieBreak: TIE_BREAKS,
  tiedRows: TIED_ROWS,
  firstSolvers: FIRST_SOLVERS,
  unofficialRows: UNOFFICIAL_ROWS,
  edgeInstants: EDGE_INSTANTS,
  removedSolutions: REMOVED_SOLUTIONS,
} as const;
const CHOICE_NAMES = [
  ...(['penaltyPrecision', 'tieBreak', 'tiedRows', 'firstSolvers', 'unofficialRows'] as const),
  ...(['edgeInstants', 'removedSolutions'] as const),
] as const;

/** Rating, penalties, and what places depend on. */
export function RuleFields({ form }: { form: FormOf }) {
  const { t } = useTranslation();
  return (
    <FormPart part="rules">
      <Checkbox
        label={t('contestForm.isRated')}
        description={t('contestForm.ratedHint')}
        {...form.getInputProps('isRated', { type: 'checkbox' })}
      />
      <AsIcpc form={form} />
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
      <WrongTryVerdicts form={form} />
      {CHOICE_NAMES.map((name) => (
        <NativeSelect
          key={name}
          label={t(`contestForm.rule.${name}`)}
          description={t(`contestForm.ruleHint.${name}`)}
          data={CHOICES[name].map((value) => ({ value, label: t(`contestForm.ruleValue.${value}`) }))}
          {...form.getInputProps(name)}
        />
      ))}
    </FormPart>
  );
}

/** Offers to set at once what the ICPC decides, and says when it is set. */
function AsIcpc({ form }: { form: FormOf }) {
  const { t } = useTranslation();
  const isSet = isScoredAsIcpc(form.values);
  return (
    <div className={classes.asIcpc}>
      <div className={classes.setIcpc}>
        <Button variant="default" onClick={() => form.setValues(icpcValues())}>
          {t('contestForm.setIcpc')}
        </Button>
        <p role="status" className={classes.note}>
          {isSet && t('contestForm.isIcpc')}
        </p>
      </div>
      <p className={classes.note}>{t('contestForm.icpcHint')}</p>
    </div>
  );
}

function WrongTryVerdicts({ form }: { form: FormOf }) {
  const { t } = useTranslation();
  const { wrongTryVerdicts } = form.values;
  return (
    <MultiSelect
      label={t('contestForm.wrongTryVerdicts')}
      description={t('contestForm.wrongTryVerdictsHint')}
      data={TRY_VERDICTS.map((id) => ({ value: String(id), label: t(verdictKey(id)) }))}
      value={wrongTryVerdicts.map(String)}
      error={form.errors.wrongTryVerdicts}
      onChange={(values) => form.setFieldValue('wrongTryVerdicts', values.map(Number))}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
