import { AUDIT_SUBJECTS } from '@balloon/contracts/site/audit-actions.ts';
import { Button, NativeSelect, Select, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { supervisorsQuery } from '#features/audit/audit.data.ts';
import classes from '#features/audit/audit.module.css';
import { type AuditChoice, actionsOf } from '#features/audit/audit.url.ts';
import { actionText } from '#features/audit/audit-entry.tsx';
import { SearchField } from '#shared/ui/forms/search-field.tsx';
import { useTyped } from '#shared/ui/forms/use-typed.ts';

const SEARCH_DEBOUNCE_MS = 300;

export interface AuditFiltersProps {
  choice: AuditChoice;
  onChange: (change: Partial<AuditChoice>) => void;
}

/** Who, what, on what, when, and any word of it. */
export function AuditFilters({ choice, onChange }: AuditFiltersProps) {
  const { t } = useTranslation();
  const { subject, subjectId } = choice;
  return (
    <search className={classes.filters}>
      <SearchField
        label={t('audit.search')}
        query={choice.query}
        debounceMs={SEARCH_DEBOUNCE_MS}
        onSearch={(query) => onChange({ query })}
      />
      <ActorFilter actorId={choice.actorId} onChange={(actorId) => onChange({ actorId })} />
      <NativeSelect
        aria-label={t('audit.subject')}
        value={subject ?? ''}
        data={[
          { value: '', label: t('audit.anySubject') },
          ...AUDIT_SUBJECTS.map((kind) => ({ value: kind, label: t(`audit.subject.${kind}`) })),
        ]}
        onChange={({ target }) => {
          const kind = AUDIT_SUBJECTS.find((one) => one === target.value) ?? null;
          onChange({ subject: kind, subjectId: null, action: null });
        }}
      />
      <NativeSelect
        aria-label={t('audit.action')}
        value={choice.action ?? ''}
        data={[
          { value: '', label: t('audit.anyAction') },
          ...actionsOf(subject).map((action) => ({ value: action, label: actionText(action) })),
        ]}
        onChange={({ target }) =>
          onChange({ action: actionsOf(subject).find((one) => one === target.value) ?? null })
        }
      />
      <Day label={t('audit.from')} day={choice.from} onChange={(from) => onChange({ from })} />
      <Day label={t('audit.to')} day={choice.to} onChange={(to) => onChange({ to })} />
      {subject !== null && subjectId !== null && (
        <Button
          variant="default"
          rightSection={<IconX size={16} aria-hidden />}
          onClick={() => onChange({ subjectId: null })}
        >
          {t('audit.onlySubject', { subject: t(`audit.subject.${subject}`), id: subjectId })}
        </Button>
      )}
    </search>
  );
}

function ActorFilter({
  actorId,
  onChange,
}: {
  actorId: number | null;
  onChange: (actorId: number | null) => void;
}) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(supervisorsQuery);
  const known = data.map(({ id, fullName, username }) => ({
    value: String(id),
    label: fullName ? `${fullName} (${username})` : username,
  }));
  const isUnknown = actorId !== null && data.every(({ id }) => id !== actorId);
  return (
    <Select
      aria-label={t('audit.actor')}
      placeholder={t('audit.anyActor')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('audit.anyActor') }}
      nothingFoundMessage={t('audit.noActor')}
      data={
        isUnknown ? [...known, { value: String(actorId), label: t('common.number', { id: actorId }) }] : known
      }
      value={actorId === null ? null : String(actorId)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}

function Day({
  label,
  day,
  onChange,
}: {
  label: string;
  day: string | null;
  onChange: (day: string | null) => void;
}) {
  // By keys a day is typed number by number, and is another valid one after each.
  const [typed, change] = useTyped(day ?? '', SEARCH_DEBOUNCE_MS, (next) => onChange(next || null));
  return (
    <TextInput
      type="date"
      className={classes.day ?? ''}
      aria-label={label}
      leftSection={<span className={classes.dayWord}>{label}</span>}
      leftSectionWidth={48}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
