import {
  MAX_FOREIGN_ID,
  MAX_FORMAL_NAME,
  MAX_ORGANIZATION_NAME,
} from '@balloon/contracts/people/team-limits.ts';
import type { SaveOrganization } from '@balloon/contracts/people/teams.ts';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PictureField } from '#features/teams/picture-field.tsx';
import classes from '#shared/ui/forms/account-form.module.css';
import { LOGO_MOST } from '#shared/ui/forms/png-of.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { useStoredForm } from '#shared/ui/forms/use-stored-form.ts';

export interface OrganizationValues {
  name: string;
  formalName: string;
  country: string;
  logo: string | null;
  foreignId: string;
}

export interface OrganizationFormProps {
  stored: ReturnType<typeof useOrganizationForm>;
  yes: string;
  isPending: boolean;
  /** Whether the form stays after its save, with what was typed since; one that leads on takes nothing in meanwhile. */
  keepsTyped?: boolean;
  onSave: (values: OrganizationValues) => void;
  /** Notice above the button; receives a function that reads the fields. */
  notice?: (values: () => OrganizationValues) => ReactNode;
}

/** The values as they are saved. */
export const toSend = ({ country, foreignId, ...values }: OrganizationValues): SaveOrganization => ({
  ...values,
  country: country.trim().toUpperCase() || null,
  foreignId: foreignId.trim() || null,
});

/** What the form of an organisation holds, with what may be wrong in it. */
export function useOrganizationForm(first: OrganizationValues) {
  const { t } = useTranslation();
  const form = useForm<OrganizationValues>({
    initialValues: first,
    validate: {
      name: (name) => (name.trim() === '' ? t('form.required') : null),
      country: (country) => (/^([a-z]{3})?$/i.test(country.trim()) ? null : t('organizations.badCountry')),
    },
  });
  return useStoredForm(form, first);
}

/** Names, country, logo and foreign id of an organisation. */
export function OrganizationForm({
  stored,
  yes,
  isPending,
  keepsTyped = false,
  onSave,
  notice,
}: OrganizationFormProps) {
  const { t } = useTranslation();
  const { form, isChanged } = stored;
  return (
    <SavingForm
      isSaving={isPending && !keepsTyped}
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(onSave)}
    >
      <TextInput
        label={t('organizations.name')}
        description={t('organizations.nameHint')}
        maxLength={MAX_ORGANIZATION_NAME}
        required
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('organizations.formalName')}
        maxLength={MAX_FORMAL_NAME}
        {...form.getInputProps('formalName')}
      />
      <div className={classes.pair}>
        <TextInput
          label={t('organizations.country')}
          description={t('organizations.countryHint')}
          maxLength={3}
          {...form.getInputProps('country')}
        />
        <TextInput
          label={t('organizations.foreignId')}
          description={t('organizations.foreignIdHint')}
          maxLength={MAX_FOREIGN_ID}
          {...form.getInputProps('foreignId')}
        />
      </div>
      <PictureField
        label={t('organizations.logo')}
        value={form.values.logo}
        error={form.errors.logo}
        most={LOGO_MOST}
        onChange={(link) => form.setFieldValue('logo', link)}
      />
      {notice?.(() => form.getValues())}
      <div className={classes.buttons}>
        <Button type="submit" disabled={!isChanged} loading={isPending}>
          {yes}
        </Button>
      </div>
    </SavingForm>
  );
}
