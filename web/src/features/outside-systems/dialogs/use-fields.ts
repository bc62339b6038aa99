import type { OutsideField } from '@balloon/domain/outside/outside-systems.ts';
import { type ReactNode, useState } from 'react';
import type { FieldValue } from '#features/outside-systems/dialogs/field-input.tsx';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { issueText } from '#shared/text/field-issues.ts';
import { focusFault } from '#shared/ui/behaviour/focus-fault.ts';
import { errorText } from '#shared/ui/toasts/toasts.ts';

/** Values of a form of named fields, and what the server says of them. */
export function useFields(initial: Readonly<Record<string, FieldValue>>) {
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [fault, setFault] = useState<string | null>(null);
  return {
    values,
    text: (name: string) => values[name] ?? '',
    set: (name: string, value: FieldValue) => {
      setValues((all) => ({ ...all, [name]: value }));
      setFaults(({ [name]: _, ...others }) => others);
    },
    /** Text at a field. */
    errorOf: (name: string): ReactNode => faults[name],
    /** Text about the form as a whole. */
    fault,
    /** Shows a refusal at the fields that it is about, or below the form. */
    refuse: (error: Error) => {
      const issues = error instanceof ApiError ? error.issues : [];
      // Fields of a group are named `credentials.password`.
      const named = issues.map((issue) => [issue.field.replace(/^\w+\./, ''), issueText(issue)] as const);
      const isAllKnown = named.length > 0 && named.every(([name]) => name in values);
      setFaults(isAllKnown ? Object.fromEntries(named) : {});
      setFault(isAllKnown ? null : errorText(error));
      if (isAllKnown) focusFault('[role=dialog]');
    },
    clear: () => {
      setFaults({});
      setFault(null);
    },
  };
}

export type Fields = ReturnType<typeof useFields>;

/** Values of those fields that are filled. */
export function filledFields(known: readonly OutsideField[], { text }: Fields): Record<string, string> {
  return Object.fromEntries(
    known.map(({ name }) => [name, text(name).trim()]).filter(([, value]) => value !== ''),
  );
}
