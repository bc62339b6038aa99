import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formLanguagesQuery } from '#features/contest-admin/contest-admin.data.ts';
import { FormPart } from '#features/contest-admin/form/form-part.tsx';
import type { FormOf } from '#features/contest-admin/form/use-contest-form.ts';
import { SYSTEM_NAMES } from '#features/contest-admin/system-names.ts';

/** Languages that the contest takes, by judging system. */
export function LanguagesField({ form }: { form: FormOf }) {
  const { t } = useTranslation();
  const { data: languages = [] } = useQuery(formLanguagesQuery);
  const { languageIds } = form.values;
  const offered = languages.filter(({ id, nonactive }) => !nonactive || languageIds.includes(id));
  const systems = [...new Set(offered.map(({ systemType }) => systemType))];
  return (
    <FormPart part="languages">
      <MultiSelect
        label={t('contestForm.languageIds')}
        description={t('contestForm.languagesHint')}
        placeholder={languageIds.length === 0 ? t('contestForm.allLanguages') : ''}
        data={systems.map((system) => ({
          group: SYSTEM_NAMES[system],
          items: offered
            .filter(({ systemType }) => systemType === system)
            .map(({ id, name }) => ({ value: `${id}`, label: name })),
        }))}
        {...form.getInputProps('languageIds')}
        value={languages.length === 0 ? [] : languageIds.map(String)}
        onChange={(ids) => form.setFieldValue('languageIds', ids.map(Number))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('contestForm.clearLanguages') }}
      />
    </FormPart>
  );
}
