import type { ContestFormData } from '@balloon/contracts/contests/contest-form.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ChangePreview } from '#features/contest-admin/changes/change-preview.tsx';
import { MeanwhileDialog } from '#features/contest-admin/changes/meanwhile-dialog.tsx';
import { AccessFields } from '#features/contest-admin/fields/access-fields.tsx';
import { GroupsField } from '#features/contest-admin/fields/groups-field.tsx';
import { LanguagesField } from '#features/contest-admin/fields/languages-field.tsx';
import { NameField } from '#features/contest-admin/fields/name-field.tsx';
import { RuleFields } from '#features/contest-admin/fields/rule-fields.tsx';
import { TimeFields } from '#features/contest-admin/fields/time-fields.tsx';
import classes from '#features/contest-admin/form/contest-form.module.css';
import { FormPart } from '#features/contest-admin/form/form-part.tsx';
import { type FormValues, valuesOf } from '#features/contest-admin/form/form-values.ts';
import { useContestForm } from '#features/contest-admin/form/use-contest-form.ts';
import { ProblemsField } from '#features/contest-admin/problems/problems-field.tsx';
import { PartLinks } from '#features/contest-admin/screen/part-links.tsx';
import { useSaving } from '#features/contest-admin/screen/use-saving.ts';
import { TemplatesButton } from '#features/contest-admin/templates/templates-dialog.tsx';
import { focusFault } from '#shared/ui/behaviour/focus-fault.ts';
import { useLeaveGuard } from '#shared/ui/dialogs/use-leave-guard.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

export interface ContestFormProps {
  /** What the form is filled with. */
  initial: FormValues;
  /** The contest that is edited, as it was read; null for a new one. */
  stored: ContestFormData | null;
}

/** Form of a contest: new, copied or edited. */
export function ContestForm({ initial, stored }: ContestFormProps) {
  const { t } = useTranslation();
  const isOpen = stored?.allowedGroups.length === 0;
  const isNew = stored === null;
  const { form, watch } = useContestForm(initial, { isNew, isOpen });
  const { base, ...saving } = useSaving({ form, stored, initial, leave: () => leave.allow() });
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(base.initial);
  const leave = useLeaveGuard(isChanged);
  return (
    <SavingForm
      isSaving={saving.isPending}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        watch();
        form.onSubmit(
          () => void saving.save(),
          () => focusFault(),
        )(event);
      }}
    >
      <PartLinks />
      <TemplatesButton form={form} />
      <FormPart part="main">
        <NameField form={form} />
        <GroupsField form={form} known={stored?.allowedGroups ?? []} isOpen={isOpen} />
      </FormPart>
      <TimeFields form={form} isNew={isNew} />
      <ProblemsField form={form} />
      <RuleFields form={form} />
      <AccessFields form={form} />
      <LanguagesField form={form} />
      <div className={classes.footer}>
        <Button type="submit" loading={saving.isPending} disabled={!isNew && !isChanged}>
          {t(isNew ? 'contestForm.create' : 'contestForm.save')}
        </Button>
        <Button component={Link} to="/admin/contests" variant="default">
          {t('common.cancel')}
        </Button>
        <p role="status" className={classes.note}>
          {Object.keys(form.errors).length > 0
            ? t('contestForm.faulty')
            : isChanged && t('contestForm.unsaved')}
        </p>
      </div>
      <ChangePreview preview={saving.preview} onClose={saving.forgetPreview} onStore={saving.store} />
      <MeanwhileDialog
        changed={saving.changed}
        onKeep={() => saving.follow((fresh) => valuesOf(fresh), true)}
        onTake={() => saving.follow((fresh) => valuesOf(fresh), false)}
        onClose={saving.forgetChanged}
      />
    </SavingForm>
  );
}
