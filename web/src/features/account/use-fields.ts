import { useForm } from '@mantine/form';
import { type FormEvent, useRef } from 'react';

type Values<Name extends string> = Record<Name, string>;
/** Returns the fault of a field as text, or `undefined` for a valid one. */
export type Check<Name extends string> = (name: Name, values: Values<Name>) => string | undefined;

/**
 * State of a form's fields. Faults are shown after the first try to send, and from then on as the person
 * types.
 */
export function useFields<Name extends string>(initial: Values<Name>, check: Check<Name>) {
  const names = Object.keys(initial) as Name[];
  const wasSent = useRef(false);
  const form = useForm<Values<Name>>({
    initialValues: initial,
    validate: (values) => Object.fromEntries(names.map((name) => [name, check(name, values)])),
    onValuesChange: () => {
      if (wasSent.current) form.validate();
    },
  });
  return {
    values: form.values,
    /** Properties of a field. */
    field: (name: Name) => ({ name, ...form.getInputProps(name) }),
    /** Sends a valid form; otherwise moves the focus to the first faulty field. */
    onSubmit: (send: (values: Values<Name>) => void) => (event: FormEvent<HTMLFormElement>) => {
      const { elements } = event.currentTarget;
      wasSent.current = true;
      form.onSubmit(send, (errors) => {
        const wrong = names.find((name) => errors[name] !== undefined);
        const field = wrong === undefined ? null : elements.namedItem(wrong);
        if (field instanceof HTMLElement) field.focus();
      })(event);
    },
    reset() {
      wasSent.current = false;
      form.reset();
    },
  };
}
