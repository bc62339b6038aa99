import type { NewProblemImport } from '@balloon/contracts/outside/outside-jobs.ts';
import type { OutsideServerType } from '@balloon/domain/outside/outside-systems.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/outside-jobs/outside.module.css';
import type { NewJob } from '#features/outside-jobs/outside-jobs.data.ts';
import { MAX_IDENTIFIERS, readIdentifiers } from '#features/outside-jobs/read-identifiers.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

export interface ImportFormProps {
  system: OutsideServerType;
  isStarting: boolean;
  start: (job: Pick<NewJob, 'kind' | 'body'>, onDone: () => void) => void;
}

/** Reads problems that are named, whether they are known or not. */
export function ImportForm({ system, isStarting, start }: ImportFormProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [contest, setContest] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const isOfContest = system === 'ejudge';
  const named = readIdentifiers(text);
  const fault = named.length === 0 ? 'none' : named.length > MAX_IDENTIFIERS ? 'tooMany' : null;
  const hasContest = !isOfContest || /^\d{1,6}$/.test(contest.trim());
  function submit(event: FormEvent) {
    event.preventDefault();
    setIsChecked(true);
    if (fault !== null || !hasContest) return;
    const foreignIds = isOfContest ? named.map((problem) => `${contest.trim()}:${problem}`) : named;
    const body: NewProblemImport = { foreignIds };
    start({ kind: 'import', body }, () => {
      setText('');
      setIsChecked(false);
    });
  }
  return (
    <SavingForm isSaving={isStarting} className={classes.form} aria-labelledby="import" onSubmit={submit}>
      <h3 id="import" className={classes.formTitle}>
        {t('outsideJobs.importForm.title')}
      </h3>
      <p className={classes.hint}>{t('outsideJobs.importForm.text')}</p>
      {isOfContest && (
        <TextInput
          label={t('outsideJobs.contest.codeforces')}
          value={contest}
          error={isChecked && !hasContest && t('outsideJobs.contestFault.codeforces')}
          inputMode="numeric"
          onChange={({ target }) => setContest(target.value)}
        />
      )}
      <Textarea
        label={t(isOfContest ? 'outsideJobs.problemsOfContest' : 'outsideJobs.problems')}
        description={t(`outsideJobs.identifiers.${system}`)}
        value={text}
        error={
          isChecked && fault !== null && t(`outsideJobs.identifiers.${fault}`, { most: MAX_IDENTIFIERS })
        }
        autosize
        minRows={3}
        maxRows={12}
        onChange={({ target }) => setText(target.value)}
      />
      <Button
        className={classes.submit ?? ''}
        type="submit"
        loading={isStarting}
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        {named.length === 0
          ? t('outsideJobs.import')
          : t('outsideJobs.importNumber', { count: named.length })}
      </Button>
    </SavingForm>
  );
}
