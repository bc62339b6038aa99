import { useState } from 'react';
import { isSame, withTypedSince } from '#shared/ui/forms/typed-since.ts';

/** What is needed of the library's form. */
interface FilledForm<Values> {
  values: Values;
  getValues: () => Values;
  setValues: (values: Values) => void;
  setInitialValues: (values: Values) => void;
  resetDirty: (values: Values) => void;
  clearErrors: () => void;
}

/**
 * Form of something that is stored. It is filled once, so that edits of others do not replace what is being typed; what
 * a save answers comes in by `take`, which leaves alone what was typed since. A `key` made of what is stored would throw
 * it away.
 *
 * @param first values with which the form began
 */
export function useStoredForm<Values extends object, Form extends FilledForm<Values>>(
  form: Form & FilledForm<Values>,
  first: Values,
) {
  const [stored, setStored] = useState(first);
  return {
    form: form as Form,
    /** What is stored, as far as the form knows. */
    stored,
    isChanged: !isSame(form.values, stored),
    /** Drops what was typed. */
    reset: () => form.setValues(stored),
    /** Fills the form with what is stored by now; what was typed since the values `sent` were saved stays. */
    take(present: Values, sent?: Values) {
      setStored(present);
      form.setInitialValues(present);
      form.setValues(sent ? withTypedSince(sent, form.getValues(), present) : present);
      form.resetDirty(present);
      form.clearErrors();
    },
  };
}
