import { MAX_GROUP_NAME, RATING_FORMULAS } from '@balloon/contracts/people/group-limits.ts';
import type { SavedGroup } from '@balloon/contracts/people/groups.ts';
import { Button, Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ColorField } from '#features/groups/color-field.tsx';
import { ColorPreview } from '#features/groups/color-preview.tsx';
import classes from '#features/groups/group.module.css';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { useStoredForm } from '#shared/ui/forms/use-stored-form.ts';

/** Fields of a group that its form holds. */
export type GroupFields = Pick<SavedGroup, 'name' | 'color' | 'ratingFormula' | 'ratesSilent'>;

export const NEW_GROUP: GroupFields = {
  name: '',
  color: '#EF9A9A',
  ratingFormula: 'balloon',
  ratesSilent: true,
};

export interface GroupFormProps {
  stored: ReturnType<typeof useGroupForm>;
  yes: string;
  isPending: boolean;
  /** Whether the form stays after its save, with what was typed since; one that leads on takes nothing in meanwhile. */
  keepsTyped?: boolean;
  onSave: (fields: GroupFields) => void;
  /** Notice above the button, such as what others have changed; receives a function that reads the fields. */
  notice?: (fields: () => GroupFields) => ReactNode;
}

/** What a group form holds, with what may be wrong in it. */
export function useGroupForm(first: GroupFields) {
  const { t } = useTranslation();
  const form = useForm<GroupFields>({
    initialValues: first,
    validate: {
      name: (name) => (name.trim() === '' ? t('form.required') : null),
      color: (color) => (/^#[0-9a-f]{6}$/i.test(color) ? null : t('groups.badColor')),
    },
  });
  return useStoredForm(form, first);
}

/** Name, colour and rules of ratings of a group, with a live preview of its chip. */
export function GroupForm({ stored, yes, isPending, keepsTyped = false, onSave, notice }: GroupFormProps) {
  const { t } = useTranslation();
  const { form, isChanged, reset } = stored;
  const { name, color } = form.values;
  return (
    <SavingForm
      isSaving={isPending && !keepsTyped}
      className={classes.form}
      onSubmit={form.onSubmit(onSave)}
      noValidate
    >
      <TextInput
        label={t('groups.name')}
        maxLength={MAX_GROUP_NAME}
        required
        {...form.getInputProps('name')}
      />
      <ColorPreview name={name} color={color} />
      <ColorField
        value={color}
        error={form.errors.color as string | undefined}
        onChange={(value) => form.setFieldValue('color', value)}
      />
      <Radio.Group
        label={t('groups.formula')}
        description={t('groups.formulaHint')}
        {...form.getInputProps('ratingFormula')}
      >
        <Stack gap="sm" className={classes.choices ?? ''}>
          {RATING_FORMULAS.map((formula) => (
            <Radio
              key={formula}
              value={formula}
              label={t(`groups.formula.${formula}`)}
              description={t(`groups.formulaText.${formula}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        label={t('groups.ratesSilent')}
        description={t('groups.ratesSilentHint')}
        {...form.getInputProps('ratesSilent', { type: 'checkbox' })}
      />
      {notice?.(() => form.getValues())}
      <div className={classes.buttons}>
        <Button type="submit" loading={isPending} disabled={!isChanged}>
          {yes}
        </Button>
        {isChanged && (
          <Button variant="subtle" onClick={reset}>
            {t('groups.reset')}
          </Button>
        )}
      </div>
    </SavingForm>
  );
}
