import type { OutsideServers, OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import {
  OUTSIDE_SERVERS,
  type OutsideField,
  type OutsideServerType,
} from '@balloon/domain/outside/outside-systems.ts';
import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { addServer, editServer, useOutsideChange } from '#features/outside-systems/data/outside.data.ts';
import { readSystem, SYSTEMS } from '#features/outside-systems/data/outside.url.ts';
import { DialogForm } from '#features/outside-systems/dialogs/dialog-form.tsx';
import { FieldInput } from '#features/outside-systems/dialogs/field-input.tsx';
import { type Fields, filledFields, useFields } from '#features/outside-systems/dialogs/use-fields.ts';
import classes from '#features/outside-systems/outside.module.css';

export interface ServerFormProps {
  /** Null adds one. */
  server: OutsideServerView | null;
  /** Servers that there are, among which a new one is found. */
  known: readonly OutsideServerView[];
  onClose: () => void;
  onAdded?: (serverId: number) => void;
}

/** Adds a server of a system, or changes one. */
export function ServerForm(props: ServerFormProps) {
  const { t } = useTranslation();
  const { server, onClose } = props;
  const { system, choose, rule, fields, sendEverySec, setSendEverySec, isSending, submit } =
    useServerForm(props);
  return (
    <DialogForm
      title={server === null ? t('outside.addServer') : t('outside.editServer', { name: server.name })}
      submit={t(server === null ? 'outside.add' : 'outside.save')}
      isSending={isSending}
      fault={fields.fault}
      onSubmit={submit}
      onClose={onClose}
    >
      {server === null && (
        <NativeSelect
          data-autofocus
          label={t('outside.system')}
          value={system}
          data={SYSTEMS.map((each) => ({ value: each, label: OUTSIDE_SERVERS[each].name }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      <p className={classes.note}>{t(`outside.about.${system}`)}</p>
      <TextInput
        label={t('outside.name')}
        description={t('outside.nameHelp')}
        placeholder={rule.name}
        maxLength={100}
        value={fields.text('name')}
        error={fields.errorOf('name')}
        onChange={(event) => fields.set('name', event.currentTarget.value)}
      />
      <TextInput
        type="url"
        label={t('outside.url')}
        description={t(rule.defaultUrl === null ? 'outside.urlHelpOwn' : 'outside.urlHelp')}
        placeholder={rule.defaultUrl ?? 'https://ejudge.example.org/'}
        required={rule.defaultUrl === null}
        maxLength={500}
        value={fields.text('url')}
        error={fields.errorOf('url')}
        onChange={(event) => fields.set('url', event.currentTarget.value)}
      />
      <SettingInputs system={system} known={settingsOf(system).filter(isCommon)} fields={fields} />
      <NumberInput
        label={t('outside.pace')}
        description={t('outside.paceHelp', { seconds: rule.sendEveryMs / 1000 })}
        placeholder={String(rule.sendEveryMs / 1000)}
        min={0}
        max={3600}
        value={sendEverySec}
        error={fields.errorOf('sendEveryMs')}
        onChange={setSendEverySec}
      />
      {settingsOf(system).some(isRare) && (
        <details className={classes.rare}>
          <summary>{t('outside.rare')}</summary>
          <div className={classes.form}>
            <SettingInputs system={system} known={settingsOf(system).filter(isRare)} fields={fields} />
          </div>
        </details>
      )}
    </DialogForm>
  );
}

/** State of the form: the chosen system, what stands in the fields, and storing them. */
function useServerForm({ server, known, onClose, onAdded }: ServerFormProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const [system, setSystem] = useState<OutsideServerType>(
    server?.systemType ?? readSystem(search) ?? SYSTEMS[0] ?? 'timus',
  );
  const rule = OUTSIDE_SERVERS[system];
  const [sendEverySec, setSendEverySec] = useState<number | string>(
    server === null ? '' : server.sendEveryMs / 1000,
  );
  const settingNames = Object.fromEntries(SYSTEMS.flatMap(settingsOf).map(({ name }) => [name, '']));
  const fields = useFields({
    ...settingNames,
    ...{ name: server?.name ?? '', url: server?.url ?? '', sendEveryMs: '' },
    ...server?.settings,
  });
  const saving = useOutsideChange(
    () => {
      const url = fields.text('url').trim();
      const sendEveryMs =
        typeof sendEverySec === 'number' ? Math.round(sendEverySec * 1000) : rule.sendEveryMs;
      const form = {
        name: fields.text('name').trim() || rule.name,
        settings: filledFields(rule.settings, fields),
        sendEveryMs,
      };
      if (server === null) return addServer({ ...form, systemType: system, url: url || null });
      return editServer(server.id, { ...form, url: url || rule.defaultUrl || server.url });
    },
    { done: t(server === null ? 'outside.serverAdded' : 'outside.saved'), isFaultShown: true },
  );
  const onStored = (stored: OutsideServers) => {
    onClose();
    const added = server === null ? newServerOf(stored, known) : undefined;
    if (added) onAdded?.(added.id);
  };
  const submit = () => saving.mutate(undefined, { onSuccess: onStored, onError: fields.refuse });
  const choose = (wanted: string) => {
    const chosen = SYSTEMS.find((each) => each === wanted);
    if (chosen) setSystem(chosen);
    fields.clear();
  };
  return { system, choose, rule, fields, sendEverySec, setSendEverySec, isSending: saving.isPending, submit };
}

interface SettingInputsProps {
  system: OutsideServerType;
  known: readonly OutsideField[];
  fields: Fields;
}

function SettingInputs({ system, known, fields }: SettingInputsProps) {
  return known.map((field) => (
    <FieldInput
      key={field.name}
      system={system}
      field={field}
      value={fields.text(field.name)}
      error={fields.errorOf(field.name)}
      onChange={(value) => fields.set(field.name, value)}
    />
  ));
}

const settingsOf = (system: OutsideServerType): readonly OutsideField[] => OUTSIDE_SERVERS[system].settings;

/** Settings that most servers need; the others are folded away. */
const isCommon = ({ name, isRequired }: OutsideField) => isRequired || name === 'role';
const isRare = (field: OutsideField) => !isCommon(field);

const newServerOf = ({ servers }: OutsideServers, known: readonly OutsideServerView[]) =>
  servers.find(({ id }) => !known.some((earlier) => earlier.id === id));
