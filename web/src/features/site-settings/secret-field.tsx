import type { SiteSettings } from '@balloon/contracts/site-settings.ts';
import { Button, PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FixedProps } from '#features/site-settings/fixed-field.ts';
import classes from '#features/site-settings/settings.module.css';

/** Edit of a secret: a new one, null to remove it, or nothing. */
export type SecretEdit = string | null;

export interface SecretFieldProps {
  label: string;
  state: SiteSettings['mail']['password'];
  /** Empty leaves the secret as it is. */
  value: SecretEdit;
  error: ReactNode;
  fixed: FixedProps;
  onChange: (value: SecretEdit) => void;
}

/** Password or token: it can be replaced and removed, and is never shown again. */
export function SecretField({ label, state, value, error, fixed, onChange }: SecretFieldProps) {
  const { t } = useTranslation();
  const isThere = state !== 'none' && !fixed.disabled;
  const stateText = value === null ? t('settings.secret.removed') : t(`settings.secret.${state}`);
  return (
    <div className={classes.secret}>
      <PasswordInput
        label={label}
        autoComplete="new-password"
        description={stateText}
        {...fixed}
        error={error}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('settings.showSecret') }}
      />
      {isThere && value !== null && (
        <Button variant="subtle" color="red" onClick={() => onChange(null)}>
          {t('settings.removeSecret')}
        </Button>
      )}
      {isThere && value === null && (
        <Button variant="subtle" onClick={() => onChange('')}>
          {t('settings.keepSecret')}
        </Button>
      )}
    </div>
  );
}

/** What is sent: nothing leaves the secret as it is. */
export const sentSecret = (value: SecretEdit) => (value === '' ? undefined : value);
