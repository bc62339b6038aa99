import type { ContestAwards, SaveAward } from '@balloon/contracts/scoreboard/ceremony.ts';
import { Button, MultiSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { type AwardByHand, useSaveAward } from '#features/ceremony/awards.data.ts';
import classes from '#features/ceremony/awards.module.css';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

interface AwardFormProps {
  contestId: number;
  people: ContestAwards['people'];
  /** The award to change; null makes a new one. */
  award: AwardByHand | null;
  onDone: () => void;
}

/** Title, reason and teams of an award by hand. */
export function AwardForm({ contestId, people, award, onDone }: AwardFormProps) {
  const { t } = useTranslation();
  const save = useSaveAward(contestId);
  const form = useForm({
    initialValues: {
      ...{ titleRu: award?.titleRu ?? '', titleEn: award?.titleEn ?? '', citation: award?.citation ?? '' },
      userIds: (award?.userIds ?? []).map(String),
    },
    validate: {
      titleRu: (value, { titleEn }) => (value.trim() || titleEn.trim() ? null : t('awards.titleMissing')),
      userIds: (value) => (value.length > 0 ? null : t('awards.teamsMissing')),
    },
  });
  const send = form.onSubmit(({ userIds, ...texts }) => {
    const sent: SaveAward = { ...texts, userIds: userIds.map(Number) };
    save.mutate({ id: award?.id ?? null, award: sent }, { onSuccess: onDone });
  });
  return (
    <SavingForm isSaving={save.isPending} className={classes.form} onSubmit={send}>
      <TextInput
        label={t('awards.titleRu')}
        maxLength={200}
        data-autofocus
        {...form.getInputProps('titleRu')}
      />
      <TextInput label={t('awards.titleEn')} maxLength={200} {...form.getInputProps('titleEn')} />
      <Textarea
        label={t('awards.citation')}
        description={t('awards.citationHint')}
        maxLength={500}
        autosize
        minRows={2}
        {...form.getInputProps('citation')}
      />
      <MultiSelect
        label={t('awards.teams')}
        data={people.map(({ userId, name }) => ({ value: String(userId), label: name }))}
        searchable
        limit={50}
        nothingFoundMessage={t('awards.nobodyFound')}
        {...form.getInputProps('userIds')}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending}>
          {t(award ? 'awards.save' : 'awards.give')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </SavingForm>
  );
}
