import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useFormFaults } from '#features/contest-admin/form/form-faults.ts';
import { type FormValues, windowMsOf } from '#features/contest-admin/form/form-values.ts';

/**
 * State of the form. Faults are shown after the first try to save, and from then on as the person types.
 *
 * @param contest whether it is new, and whether the stored one has no groups
 */
export function useContestForm(initial: FormValues, { isNew, isOpen }: { isNew: boolean; isOpen: boolean }) {
  const [isWatched, setWatched] = useState(false);
  const form = useForm({
    initialValues: initial,
    validate: useFormFaults(isOpen, isNew ? null : windowMsOf(initial)),
    validateInputOnChange: isWatched,
  });
  return { form, watch: () => setWatched(true) };
}
export type FormOf = ReturnType<typeof useContestForm>['form'];
