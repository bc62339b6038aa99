import { MIN_PASSWORD_LENGTH } from '@balloon/contracts/people/account-rules.ts';
import type { PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#features/session/password-field.tsx';

/** A new password, typed twice. */
export function NewPasswordFields({
  password,
  repeated,
  size = 'lg',
}: {
  password: PasswordInputProps;
  repeated: PasswordInputProps;
  size?: 'md' | 'lg';
}) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        {...password}
        size={size}
        label={t('auth.newPassword')}
        description={t('auth.passwordHint', { count: MIN_PASSWORD_LENGTH })}
        autoComplete="new-password"
      />
      <PasswordField {...repeated} size={size} label={t('auth.repeatPassword')} autoComplete="new-password" />
    </>
  );
}
