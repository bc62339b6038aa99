import type { NewPolygonPull } from '@balloon/contracts/outside/outside-jobs.ts';
import { Button, Checkbox, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/outside-jobs/outside.module.css';
import type { NewJob } from '#features/outside-jobs/outside-jobs.data.ts';
import { MAX_IDENTIFIERS, readIdentifiers } from '#features/outside-jobs/read-identifiers.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

const SOURCES = ['problems', 'contest'] as const;
const NUMBER = /^[1-9]\d{0,8}$/;

export interface PolygonFormProps {
  isStarting: boolean;
  start: (job: Pick<NewJob, 'kind' | 'body'>, onDone: () => void) => void;
}

/** Fetches the newest packages of problems or of a contest. */
export function PolygonForm({ isStarting, start }: PolygonFormProps) {
  const { t } = useTranslation();
  const [source, setSource] = useState<(typeof SOURCES)[number]>('problems');
  const [problems, setProblems] = useState('');
  const [contest, setContest] = useState('');
  const [force, setForce] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const numbers = readIdentifiers(problems);
  const fault = faultOf(numbers);
  const isComplete = source === 'contest' ? NUMBER.test(contest.trim()) : fault === null;
  function submit(event: FormEvent) {
    event.preventDefault();
    setIsChecked(true);
    if (!isComplete) return;
    const body: NewPolygonPull =
      source === 'contest'
        ? { problemIds: [], contestId: Number(contest), force }
        : { problemIds: numbers.map(Number), force };
    start({ kind: 'polygon', body }, () => {
      setProblems('');
      setContest('');
      setIsChecked(false);
    });
  }
  return (
    <SavingForm isSaving={isStarting} className={classes.form} aria-labelledby="polygon" onSubmit={submit}>
      <h3 id="polygon" className={classes.formTitle}>
        {t('outsideJobs.polygonForm.title')}
      </h3>
      <p className={classes.hint}>{t('outsideJobs.polygonForm.text')}</p>
      <SegmentedControl
        aria-label={t('outsideJobs.polygonForm.source')}
        value={source}
        data={SOURCES.map((value) => ({ value, label: t(`outsideJobs.polygonForm.${value}`) }))}
        onChange={(value) => setSource(SOURCES.find((one) => one === value) ?? 'problems')}
      />
      {source === 'problems' ? (
        <Textarea
          label={t('outsideJobs.problems')}
          description={t('outsideJobs.identifiers.polygon')}
          value={problems}
          error={
            isChecked && fault !== null && t(`outsideJobs.identifiers.${fault}`, { most: MAX_IDENTIFIERS })
          }
          autosize
          minRows={3}
          maxRows={12}
          onChange={({ target }) => setProblems(target.value)}
        />
      ) : (
        <TextInput
          label={t('outsideJobs.contest.codeforces')}
          value={contest}
          error={isChecked && !isComplete && t('outsideJobs.contestFault.codeforces')}
          inputMode="numeric"
          onChange={({ target }) => setContest(target.value)}
        />
      )}
      <Checkbox
        label={t('outsideJobs.force')}
        description={t('outsideJobs.forceHint')}
        checked={force}
        onChange={({ target }) => setForce(target.checked)}
      />
      <Button
        className={classes.submit ?? ''}
        type="submit"
        loading={isStarting}
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        {t('outsideJobs.fetchPackages')}
      </Button>
    </SavingForm>
  );
}

function faultOf(numbers: readonly string[]): 'none' | 'tooMany' | 'notNumbers' | null {
  if (numbers.length === 0) return 'none';
  if (numbers.length > MAX_IDENTIFIERS) return 'tooMany';
  return numbers.every((number) => NUMBER.test(number)) ? null : 'notNumbers';
}
