import type { NamedText } from '@balloon/contracts/judging/solution-file-rules.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/send/file-tabs.module.css';
import { nameFault } from '#features/send/file-work.ts';

export interface FileNameFormProps {
  /** Name to begin with. */
  name: string;
  others: readonly NamedText[];
  isNew: boolean;
  /** Called with the name, or null when there shall be none. */
  onEnd: (name: string | null) => void;
}

/** Field for the name of a file, in the place of the tabs. */
export function FileNameForm({ name, others, isNew, onEnd }: FileNameFormProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  // The ending mostly stays: only what is before it is selected.
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(0, name.lastIndexOf('.'));
  }, [name]);
  const fault = nameFault(typed.trim(), others);
  function end(event: FormEvent) {
    event.preventDefault();
    if (fault === null) onEnd(typed.trim());
  }
  return (
    <form className={classes.naming} onSubmit={end}>
      <TextInput
        ref={field}
        className={classes.name ?? ''}
        aria-label={t('send.files.name')}
        value={typed}
        maxLength={63}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        error={fault}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onEnd(null);
        }}
      />
      <Button type="submit" disabled={fault !== null}>
        {t(isNew ? 'send.files.create' : 'send.files.save')}
      </Button>
      <Button variant="default" onClick={() => onEnd(null)}>
        {t('common.cancel')}
      </Button>
    </form>
  );
}
