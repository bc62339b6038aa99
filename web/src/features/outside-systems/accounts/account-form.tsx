import type { OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import { OUTSIDE_SERVERS, type OutsideField } from '@balloon/domain/outside/outside-systems.ts';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addAccount, editAccount, useOutsideChange } from '#features/outside-systems/data/outside.data.ts';
import { DialogForm } from '#features/outside-systems/dialogs/dialog-form.tsx';
import { FieldInput } from '#features/outside-systems/dialogs/field-input.tsx';
import { type Fields, filledFields, useFields } from '#features/outside-systems/dialogs/use-fields.ts';
import classes from '#features/outside-systems/outside.module.css';

export type Account = OutsideServerView['accounts'][number];

export interface AccountFormProps {
  server: OutsideServerView;
  /** Null adds one. */
  account: Account | null;
  onClose: () => void;
}

/** Adds an account to a server, or changes one. Secrets go in and never come out. */
export function AccountForm({ server, account, onClose }: AccountFormProps) {
  const { t } = useTranslation();
  const known = OUTSIDE_SERVERS[server.systemType].credentials;
  const stored = account?.credentials ?? {};
  const fields = useFields({
    ...Object.fromEntries(known.map(({ name }) => [name, stored[name] ?? ''])),
    name: account?.name ?? '',
  });
  const wasStopped = account !== null && account.disabledBy !== null && account.disabledBy !== 'admin';
  const saving = useOutsideChange(
    () => {
      const name = fields.text('name').trim();
      if (account === null) return addAccount(server.id, { name, credentials: filledFields(known, fields) });
      const credentials = changedFields(known, fields, stored);
      const isChanged = Object.keys(credentials).length > 0;
      return editAccount(account.id, {
        name,
        ...(isChanged && { credentials }),
        ...(isChanged && wasStopped && { isEnabled: true }),
      });
    },
    { done: t(account === null ? 'outside.accountAdded' : 'outside.saved'), isFaultShown: true },
  );
  return (
    <DialogForm
      title={
        account === null
          ? t('outside.addAccountOf', { name: server.name })
          : t('outside.editAccount', { name: account.name })
      }
      submit={t(account === null ? 'outside.add' : 'outside.save')}
      isSending={saving.isPending}
      isReady={fields.text('name').trim() !== ''}
      fault={fields.fault}
      onSubmit={() => saving.mutate(undefined, { onSuccess: onClose, onError: fields.refuse })}
      onClose={onClose}
    >
      <p className={classes.note}>{t(`outside.howTo.${server.systemType}`)}</p>
      {wasStopped && <p className={classes.note}>{t('outside.newSecretsEnable')}</p>}
      <TextInput
        data-autofocus
        required
        label={t('outside.accountName')}
        description={t('outside.accountNameHelp')}
        maxLength={100}
        value={fields.text('name')}
        error={fields.errorOf('name')}
        onChange={(event) => fields.set('name', event.currentTarget.value)}
      />
      {known.map((field) => (
        <FieldInput
          key={field.name}
          system={server.systemType}
          field={field}
          value={fields.values[field.name] ?? null}
          error={fields.errorOf(field.name)}
          isStored={field.isSecret && field.name in stored}
          onChange={(value) => fields.set(field.name, value)}
        />
      ))}
      <p className={classes.note}>{t('outside.secretsNote')}</p>
    </DialogForm>
  );
}

/** Credentials that are sent: new ones, and empty ones for what is removed. An empty secret stays as it is. */
function changedFields(
  known: readonly OutsideField[],
  { values }: Fields,
  stored: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const changed = known.flatMap(({ name, isSecret }) => {
    const value = values[name];
    if (value === null) return [[name, ''] as const];
    const text = (value ?? '').trim();
    const isSame = isSecret ? text === '' : text === (stored[name] ?? '');
    return isSame ? [] : [[name, text] as const];
  });
  return Object.fromEntries(changed);
}
