import type { SiteSettings } from '@balloon/contracts/site/site-settings.ts';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TryTelegram } from '#features/maintenance/channels.tsx';
import { type SecretEdit, SecretField, sentSecret } from '#features/site-settings/secret-field.tsx';
import { SectionForm } from '#features/site-settings/section-form.tsx';
import { TryOut } from '#features/site-settings/try-out.tsx';
import { type SectionProps, useSection } from '#features/site-settings/use-section.ts';
import { orNull } from '#features/site-settings/values.ts';

const valuesOf = ({ apiRoot }: SiteSettings['telegram']) => ({
  apiRoot: apiRoot ?? '',
  token: '' as SecretEdit,
});

/** The bot that brings notices. */
export function TelegramSection({ settings, onChanged }: SectionProps<'telegram'>) {
  const { t } = useTranslation();
  const state = useSection({
    section: 'telegram',
    settings,
    valuesOf,
    formOf: ({ apiRoot, token }) => ({ apiRoot: orNull(apiRoot), token: sentSecret(token) }),
    onChanged,
  });
  const { form, fixed, settings: filled } = state;
  return (
    <SectionForm
      state={state}
      after={
        <TryOut state={state} off={t('settings.telegramOff')}>
          <TryTelegram />
        </TryOut>
      }
    >
      <SecretField name="token" state={filled.token} form={form} fixed={fixed('token')} />
      <TextInput
        label={t('settings.apiRoot')}
        placeholder="https://api.telegram.org"
        {...fixed('apiRoot', t('settings.apiRootHelp'))}
        {...form.getInputProps('apiRoot')}
      />
    </SectionForm>
  );
}
