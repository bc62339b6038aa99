import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MASKS } from '#features/user-admin/people.url.ts';
import { ROLE_KEYS } from '#shared/text/person.ts';
import classes from '#shared/ui/forms/account-form.module.css';

export interface RoleFieldProps {
  mask: number;
  error?: string | undefined;
  onChange: (mask: number) => void;
}

/** Role of a person, with what each may do. For admins only. */
export function RoleField({ mask, error, onChange }: RoleFieldProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t('userForm.role')}
      error={error}
      value={String(mask)}
      onChange={(value) => onChange(Number(value))}
    >
      <div className={classes.roles}>
        {MASKS.map((one) => (
          <Radio
            key={one}
            value={String(one)}
            label={t(ROLE_KEYS[one] ?? 'role.user')}
            description={t(`userForm.role.${one}`)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
