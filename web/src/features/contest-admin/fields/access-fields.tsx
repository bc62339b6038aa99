import { Checkbox, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormPart } from '#features/contest-admin/form/form-part.tsx';
import type { FormOf } from '#features/contest-admin/form/use-contest-form.ts';

const FLAGS = [
  'isEnabled',
  'isListed',
  'isWithComments',
  'opensSources',
  'opensTests',
  'showsOrigin',
  'allowsVirtual',
  'joinsVerdicts',
  'membersAct',
  'thawsByHand',
  'hasOfficialResults',
  'hasPublicTable',
  'bindsDevices',
  'confines',
  'keepsDrafts',
] as const;

/** Who finds the contest, and what participants see of others' solutions and of the origin of problems. */
export function AccessFields({ form }: { form: FormOf }) {
  const { t } = useTranslation();
  return (
    <FormPart part="access">
      {FLAGS.map((name) => (
        <Checkbox
          key={name}
          label={t(`contestForm.flag.${name}`)}
          description={t(`contestForm.flagHint.${name}`)}
          {...form.getInputProps(name, { type: 'checkbox' })}
        />
      ))}
      <Textarea
        label={t('contestForm.allowedNetworks')}
        description={t('contestForm.allowedNetworksHint')}
        placeholder={'10.20.0.0/16\n192.0.2.7'}
        autosize
        minRows={2}
        maxRows={10}
        {...form.getInputProps('allowedNetworks')}
      />
    </FormPart>
  );
}
