import { MAIL_SECURITY, type MailSecurity } from '@balloon/contracts/site/setting-limits.ts';
import type { SiteSettings } from '@balloon/contracts/site/site-settings.ts';
import { NumberInput, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TryMail } from '#features/maintenance/channels.tsx';
import { type SecretEdit, SecretField, sentSecret } from '#features/site-settings/secret-field.tsx';
import { SectionForm } from '#features/site-settings/section-form.tsx';
import classes from '#features/site-settings/settings.module.css';
import { TryOut } from '#features/site-settings/try-out.tsx';
import { type SectionProps, useSection } from '#features/site-settings/use-section.ts';
import { numberOrNull, orNull } from '#features/site-settings/values.ts';

const USUAL_PORTS: Record<MailSecurity, string> = { starttls: '587', tls: '465', none: '25' };

const valuesOf = ({ siteUrl, host, port, security, user, from }: SiteSettings['mail']) => ({
  ...{ siteUrl: siteUrl ?? '', host: host ?? '', port: port ?? '', security },
  ...{ user: user ?? '', from: from ?? '' },
  password: '' as SecretEdit,
});

/** The mail server, the sender, and the address to which links in letters lead. */
export function MailSection({ settings, onChanged }: SectionProps<'mail'>) {
  const { t } = useTranslation();
  const state = useSection({
    section: 'mail',
    settings,
    valuesOf,
    formOf: ({ siteUrl, host, port, security, user, from, password }) => ({
      ...{ siteUrl: orNull(siteUrl), host: orNull(host), port: numberOrNull(port), security },
      ...{ user: orNull(user), from: orNull(from), password: sentSecret(password) },
    }),
    onChanged,
  });
  const { form, fixed, settings: filled } = state;
  return (
    <SectionForm
      state={state}
      after={
        <TryOut state={state} off={t('settings.mailOff')}>
          <TryMail />
        </TryOut>
      }
    >
      <div className={classes.pair}>
        <TextInput
          label={t('settings.host')}
          placeholder="mail.example.org"
          {...fixed('host')}
          {...form.getInputProps('host')}
        />
        <NumberInput
          label={t('settings.port')}
          placeholder={USUAL_PORTS[form.values.security]}
          min={1}
          max={65_535}
          allowDecimal={false}
          hideControls
          {...fixed('port')}
          {...form.getInputProps('port')}
        />
      </div>
      <Select
        label={t('settings.security')}
        data={MAIL_SECURITY.map((value) => ({ value, label: t(`settings.security.${value}`) }))}
        allowDeselect={false}
        {...fixed('security')}
        {...form.getInputProps('security')}
      />
      <TextInput
        label={t('settings.user')}
        autoComplete="off"
        {...fixed('user')}
        {...form.getInputProps('user')}
      />
      <SecretField name="password" state={filled.password} form={form} fixed={fixed('password')} />
      <TextInput
        label={t('settings.from')}
        placeholder="Balloon <balloon@example.org>"
        {...fixed('from')}
        {...form.getInputProps('from')}
      />
      <TextInput
        label={t('settings.siteUrl')}
        placeholder="https://contest.example.org"
        {...fixed('siteUrl', t('settings.siteUrlHelp'))}
        {...form.getInputProps('siteUrl')}
      />
    </SectionForm>
  );
}
