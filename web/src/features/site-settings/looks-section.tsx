import { MAX_SITE_NAME } from '@balloon/contracts/site/setting-limits.ts';
import type { SiteSettings } from '@balloon/contracts/site/site-settings.ts';
import { Checkbox, ColorInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PictureField } from '#features/site-settings/picture-field.tsx';
import { SectionForm } from '#features/site-settings/section-form.tsx';
import { type SectionProps, useSection } from '#features/site-settings/use-section.ts';
import { orNull } from '#features/site-settings/values.ts';

const valuesOf = ({ name, color, nameInLogo, logo, icon }: SiteSettings['looks']) => ({
  ...{ name: name ?? '', color: color ?? '', nameInLogo, logo, icon },
});

/** Colours to begin with; any other can be chosen. */
const SWATCHES = ['#2440d6', '#610fc9', '#00acec', '#0b7338', '#c01f28', '#d9480f'];

/** Name, colour, logo and icon of the site. */
export function LooksSection({ settings, onChanged }: SectionProps<'looks'>) {
  const { t } = useTranslation();
  const state = useSection({
    section: 'looks',
    settings,
    valuesOf,
    formOf: ({ name, color, nameInLogo, logo, icon }, stored) => ({
      ...{ name: orNull(name), color: orNull(color), nameInLogo },
      // An address means the picture that is stored already.
      ...(logo !== stored.logo && { logo }),
      ...(icon !== stored.icon && { icon }),
    }),
    onChanged,
  });
  const { form, fixed } = state;
  const picture = (field: 'logo' | 'icon') => ({
    label: t(`settings.${field}`),
    value: form.values[field],
    error: form.errors[field],
    fixed: fixed(field),
    onChange: (value: string | null) => {
      form.setFieldValue(field, value);
      form.clearFieldError(field);
    },
    onError: (text: string) => form.setFieldError(field, text),
  });
  return (
    <SectionForm state={state}>
      <TextInput
        label={t('settings.name')}
        placeholder="Balloon"
        maxLength={MAX_SITE_NAME}
        {...fixed('name')}
        {...form.getInputProps('name')}
      />
      <ColorInput
        label={t('settings.color')}
        placeholder="#2440d6"
        format="hex"
        swatches={SWATCHES}
        popoverProps={{ withinPortal: true }}
        eyeDropperButtonProps={{ 'aria-label': t('settings.pickColor') }}
        {...fixed('color', t('settings.colorHelp'))}
        {...form.getInputProps('color')}
      />
      <PictureField {...picture('logo')} />
      <Checkbox
        label={t('settings.nameInLogo')}
        {...fixed('nameInLogo')}
        {...form.getInputProps('nameInLogo', { type: 'checkbox' })}
      />
      <PictureField {...picture('icon')} />
    </SectionForm>
  );
}
