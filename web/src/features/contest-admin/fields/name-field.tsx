import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FormOf } from '#features/contest-admin/form/use-contest-form.ts';

const MAX_NAME = 200;

/** Name of the contest with the number of its letters. */
export function NameField({ form }: { form: FormOf }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('contestForm.name')}
      description={t('contestForm.nameLength', { length: form.values.name.length, most: MAX_NAME })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={MAX_NAME}
      required
      {...form.getInputProps('name')}
    />
  );
}
