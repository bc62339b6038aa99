import type { SiteSettings } from '@balloon/contracts/site/site-settings.ts';
import { Button, PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FixedProps } from '#features/site-settings/fixed-field.ts';
import classes from '#features/site-settings/settings.module.css';

/** Edit of a secret: a new one, null to remove it, or nothing. */
export type SecretEdit = string | null;

type SecretName = 'password' | 'token';

export interface SecretFieldProps<Name extends SecretName> {
  name: Name;
  state: SiteSettings['mail']['password'];
  form: {
    /** Empty leaves the secret as it is. */
    values: Record<Name, SecretEdit>;
    errors: Readonly<Record<string, ReactNode>>;
    setFieldValue: (name: Name, value: SecretEdit) => void;
  };
  fixed: FixedProps;
}

/** Password or token: it can be replaced and removed, and is never shown again. */
export function SecretField<Name extends SecretName>({ name, state, form, fixed }: SecretFieldProps<Name>) {
  const { t } = useTranslation();
  const plainName: SecretName = name; // the texts know no generic key
  const value = form.values[name];
  const change = (edit: SecretEdit) => form.setFieldValue(name, edit);
  const isThere = state !== 'none' && !fixed.disabled;
  const stateText = value === null ? t('settings.secret.removed') : t(`settings.secret.${state}`);
  return (
    <div className={classes.secret}>
      <PasswordInput
        label={t(`settings.${plainName}`)}
        autoComplete="new-password"
        description={stateText}
        {...fixed}
        error={form.errors[name]}
        value={value ?? ''}
        onChange={(event) => change(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('settings.showSecret') }}
      />
      {isThere && value !== null && (
        <Button variant="subtle" color="red" onClick={() => change(null)}>
          {t('settings.removeSecret')}
        </Button>
      )}
      {isThere && value === null && (
        <Button variant="subtle" onClick={() => change('')}>
          {t('settings.keepSecret')}
        </Button>
      )}
    </div>
  );
}

/** What is sent: nothing leaves the secret as it is. */
export const sentSecret = (value: SecretEdit) => (value === '' ? undefined : value);
