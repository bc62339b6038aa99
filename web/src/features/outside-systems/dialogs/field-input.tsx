import type { OutsideField, OutsideServerType } from '@balloon/domain/outside/outside-systems.ts';
import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/outside-systems/outside.module.css';

/** Settings that have a few values; the first one is the usual one. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  role: ['participant', 'judge', 'master'],
  isVisible: ['no', 'yes'],
  partial: ['ignored', 'wrongAnswer'],
  acceptedForTesting: ['ignored', 'accepted'],
};

/** Systems whose fields mean the same: SGU lives at Codeforces. */
const helpOf = (system: OutsideServerType) => (system === 'sgu' ? 'cf' : system);

/** New value; null removes what is stored, and an empty secret leaves it. */
export type FieldValue = string | null;

export interface FieldInputProps {
  system: OutsideServerType;
  field: OutsideField;
  value: FieldValue;
  error: ReactNode;
  /** Whether a secret of that name is stored, which is never shown. */
  isStored?: boolean;
  onChange: (value: FieldValue) => void;
}

/** Field of a server or an account, with what it means in its system. */
export function FieldInput({ system, field, value, error, isStored = false, onChange }: FieldInputProps) {
  const { t } = useTranslation();
  const { name, isSecret, isRequired } = field;
  const shared = {
    label: t(`outside.field.${name}`),
    description: t(`outside.help.${helpOf(system)}.${name}`),
    error,
    required: isRequired && !isStored,
  };
  const choices = CHOICES[name];
  if (choices) {
    return (
      <NativeSelect
        {...shared}
        value={value || choices[0] || ''}
        data={choices.map((choice) => ({ value: choice, label: t(`outside.choice.${name}.${choice}`) }))}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  if (!isSecret)
    return (
      <TextInput
        {...shared}
        maxLength={20_000}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <div className={classes.secret}>
      <PasswordInput
        {...shared}
        autoComplete="new-password"
        maxLength={20_000}
        placeholder={isStored ? t(value === null ? 'outside.secretRemoved' : 'outside.secretStored') : ''}
        value={value ?? ''}
        visibilityToggleButtonProps={{ 'aria-label': t('settings.showSecret') }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isStored && !isRequired && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(value === null ? '' : null)}>
          {t(value === null ? 'settings.keepSecret' : 'settings.removeSecret')}
        </Button>
      )}
    </div>
  );
}
