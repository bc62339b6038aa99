import { type ChangeEvent, type FormEvent, useState } from 'react';

type Values<Name extends string> = Record<Name, string>;
/** What is wrong with a field, for people; `undefined` when nothing is. */
export type Check<Name extends string> = (name: Name, values: Values<Name>) => string | undefined;

/** The fields of a form. What is wrong with them is said once the person has tried to send, and then as they type. */
export function useFields<Name extends string>(initial: Values<Name>, check: Check<Name>) {
  const [values, setValues] = useState(initial);
  const [wasSent, setSent] = useState(false);
  const names = Object.keys(initial) as Name[];

  return {
    values,
    /** The properties of a field. */
    field: (name: Name) => ({
      name,
      value: values[name],
      error: wasSent ? check(name, values) : undefined,
      onChange(event: ChangeEvent<HTMLInputElement>) {
        const { value } = event.currentTarget;
        setValues((before) => ({ ...before, [name]: value }));
      },
    }),
    /** Sends what is in order; otherwise leads to the first field that is not. */
    onSubmit: (send: (values: Values<Name>) => void) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setSent(true);
      const wrong = names.find((name) => check(name, values) !== undefined);
      if (wrong === undefined) send(values);
      else focusField(event.currentTarget, wrong);
    },
    reset() {
      setValues(initial);
      setSent(false);
    },
  };
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
