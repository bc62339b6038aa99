import type { ContestAwards, SaveAward } from '@balloon/contracts/scoreboard/ceremony.ts';
import { Button, MultiSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { type AwardByHand, useSaveAward } from '#features/ceremony/awards.data.ts';
import classes from '#features/ceremony/awards.module.css';
import { useLocale } from '#shared/text/i18n.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

interface AwardFormProps {
  contestId: number;
  people: ContestAwards['people'];
  /** The award to change; null makes a new one. */
  award: AwardByHand | null;
  onDone: () => void;
}

type Titles = Pick<SaveAward, 'titleRu' | 'titleEn'>;

/** Fields of the titles, that in the reader's language first. */
function useTitles(): readonly [keyof Titles, keyof Titles] {
  return useLocale() === 'en-us' ? ['titleEn', 'titleRu'] : ['titleRu', 'titleEn'];
}

/** Title, reason and teams of an award by hand. */
export function AwardForm({ contestId, people, award, onDone }: AwardFormProps) {
  const { t } = useTranslation();
  const save = useSaveAward(contestId);
  const titles = useTitles();
  const form = useForm({
    initialValues: {
      ...{ titleRu: award?.titleRu ?? '', titleEn: award?.titleEn ?? '', citation: award?.citation ?? '' },
      userIds: (award?.userIds ?? []).map(String),
    },
    validate: {
      [titles[0]]: (_: string, { titleRu, titleEn }: Titles) =>
        titleRu.trim() || titleEn.trim() ? null : t('awards.titleMissing'),
      userIds: (value) => (value.length > 0 ? null : t('awards.teamsMissing')),
    },
  });
  const send = form.onSubmit(({ userIds, ...texts }) => {
    const sent: SaveAward = { ...texts, userIds: userIds.map(Number) };
    save.mutate({ id: award?.id ?? null, award: sent }, { onSuccess: onDone });
  });
  return (
    <SavingForm isSaving={save.isPending} className={classes.form} onSubmit={send}>
      {titles.map((name, place) => (
        <TextInput
          key={name}
          label={t(`awards.${name}`)}
          maxLength={200}
          data-autofocus={place === 0 || undefined}
          {...form.getInputProps(name)}
        />
      ))}
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
