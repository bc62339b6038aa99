import type { StaleReason } from '@balloon/contracts/solutions/solutions.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { Button, Checkbox, MultiSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { scoreboardGroupsQuery } from '#features/contests/scoreboard-groups.data.ts';
import { contestProblemsQuery } from '#features/problems/problems.data.ts';
import { previewQuery, useStarting } from '#features/rejudgings/rejudgings.data.ts';
import classes from '#features/rejudgings/rejudgings.module.css';
import { type RejudgingChoice, STALE_REASONS } from '#features/rejudgings/rejudgings.url.ts';
import { IdSelect } from '#features/solutions/solution-filters.tsx';
import {
  participantsQuery,
  usedJudgesQuery,
  usedLanguagesQuery,
} from '#features/solutions/solutions.data.ts';
import { serverNowMs } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';
import { useLocale } from '#shared/text/i18n.ts';
import { localDateTime } from '#shared/text/local-date-time.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { verdictKey } from '#shared/ui/labels/verdict.ts';

const MAX_REPEATS = 10;
const MAX_REASON = 1000;

interface ChoiceProps {
  contestId: number;
  choice: RejudgingChoice;
  onChange: (choice: RejudgingChoice) => void;
}

export interface RejudgingFormProps extends ChoiceProps {
  onStarted: (rejudgingId: number) => void;
}

/** Chooses solutions, says how many they are, and sends them to the judges. The choice is kept in the address. */
export function RejudgingForm({ contestId, choice, onChange, onStarted }: RejudgingFormProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data: preview, isPlaceholderData } = useQuery(previewQuery(contestId, choice));
  const [reason, setReason] = useState('');
  const [repeats, setRepeats] = useState(1);
  const starting = useStarting(contestId);
  const count = preview?.solutionsNumber ?? 0;
  // The number of the choice before does not say what a start would judge again.
  const canStart = count > 0 && !isPlaceholderData && reason.trim() !== '';
  const start = () => starting.mutate({ choice, reason, repeats }, { onSuccess: ({ id }) => onStarted(id) });
  return (
    <SavingForm
      isSaving={starting.isPending}
      className={classes.form}
      aria-label={t('rejudgings.new')}
      onSubmit={(event) => {
        event.preventDefault();
        if (canStart) start();
      }}
    >
      <h2 className={classes.part}>{t('rejudgings.new')}</h2>
      <p className={classes.note}>{t('rejudgings.newText')}</p>
      <ChoiceFields contestId={contestId} choice={choice} onChange={onChange} />
      <Textarea
        label={t('rejudgings.reason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={MAX_REASON}
        autosize
        required
      />
      <div className={classes.send}>
        <NumberInput
          className={classes.repeats ?? ''}
          label={t('rejudgings.repeats')}
          description={t('rejudgings.repeatsNote')}
          value={repeats}
          onChange={(value) => setRepeats(Number(value) || 1)}
          min={1}
          max={MAX_REPEATS}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
        />
        <Button type="submit" disabled={!canStart} loading={starting.isPending}>
          {t('rejudgings.start', { count, number: formats.number(count) })}
        </Button>
      </div>
      <p className={classes.note} role="status">
        {preview && count === 0 && t('rejudgings.nothingChosen')}{' '}
        {preview && preview.outsideNumber > 0 && t('rejudgings.outside', { count: preview.outsideNumber })}
      </p>
    </SavingForm>
  );
}

function ChoiceFields({ contestId, choice, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const { data: problems } = useQuery(contestProblemsQuery(contestId, useLocale()));
  const { data: languages } = useQuery(usedLanguagesQuery(contestId));
  const { data: judges } = useQuery(usedJudgesQuery(contestId));
  const { data: people } = useQuery(participantsQuery(contestId));
  const groups = useQuery(scoreboardGroupsQuery(contestId)).data?.groups ?? [];
  return (
    <div className={classes.fields}>
      <IdSelect
        label={t('solutions.filterProblem')}
        chosen={choice.problemIds}
        options={(problems ?? []).map(({ id, internalSymbolIndex, title }) => ({
          id,
          name: `${internalSymbolIndex}. ${title}`,
        }))}
        onChange={(problemIds) => onChange({ ...choice, problemIds })}
      />
      <IdSelect
        label={t('solutions.filterLanguage')}
        chosen={choice.languageIds}
        options={languages ?? []}
        onChange={(languageIds) => onChange({ ...choice, languageIds })}
      />
      <IdSelect
        label={t('solutions.filterVerdict')}
        chosen={choice.verdictIds}
        options={Object.values(VERDICTS).map(({ id }) => ({ id, name: t(verdictKey(id)) }))}
        onChange={(verdictIds) => onChange({ ...choice, verdictIds })}
      />
      <IdSelect
        label={t('solutions.filterParticipant')}
        chosen={choice.userIds}
        options={(people ?? []).map(({ id, fullName, username }) => ({ id, name: fullName || username }))}
        onChange={(userIds) => onChange({ ...choice, userIds })}
      />
      {groups.length > 0 && (
        <IdSelect
          label={t('solutions.filterGroup')}
          chosen={choice.groupIds}
          options={groups}
          onChange={(groupIds) => onChange({ ...choice, groupIds })}
        />
      )}
      <IdSelect
        label={t('solutions.filterJudge')}
        chosen={choice.judgeIds}
        options={judges ?? []}
        onChange={(judgeIds) => onChange({ ...choice, judgeIds })}
      />
      <MultiSelect
        aria-label={t('rejudgings.stale')}
        placeholder={choice.staleReasons.length === 0 ? t('rejudgings.stale') : ''}
        data={STALE_REASONS.map((value) => ({ value, label: t(`rejudgings.staleReason.${value}`) }))}
        value={[...choice.staleReasons]}
        onChange={(values) => onChange({ ...choice, staleReasons: values.filter(isStaleReason) })}
        clearable
      />
      <InstantField name="from" atMs={choice.fromMs} onChange={(fromMs) => onChange({ ...choice, fromMs })} />
      <InstantField
        name="until"
        atMs={choice.untilMs}
        onChange={(untilMs) => onChange({ ...choice, untilMs })}
      />
      <Checkbox
        className={classes.rejected ?? ''}
        label={t('rejudgings.rejected')}
        checked={choice.rejected}
        onChange={(event) => onChange({ ...choice, rejected: event.currentTarget.checked })}
      />
    </div>
  );
}

const isStaleReason = (value: string): value is StaleReason => STALE_REASONS.some((one) => one === value);

function InstantField({
  name,
  atMs,
  onChange,
}: {
  name: 'from' | 'until';
  atMs: number | null;
  onChange: (atMs: number | null) => void;
}) {
  const { t } = useTranslation();
  const [nowMs] = useState(serverNowMs);
  const zone = useFormats().zone(atMs ?? nowMs);
  return (
    <TextInput
      type="datetime-local"
      label={t(`rejudgings.${name}`, { zone })}
      value={atMs === null ? '' : localDateTime(atMs)}
      onChange={(event) => {
        const chosenMs = new Date(event.currentTarget.value).getTime();
        onChange(Number.isNaN(chosenMs) ? null : chosenMs);
      }}
    />
  );
}
