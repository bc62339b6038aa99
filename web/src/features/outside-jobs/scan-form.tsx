import type { NewScan } from '@balloon/contracts/outside/outside-jobs.ts';
import type { OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import { OUTSIDE_SERVERS, type OutsideServerType } from '@balloon/domain/outside/outside-systems.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/outside-jobs/outside.module.css';
import type { NewJob } from '#features/outside-jobs/outside-jobs.data.ts';
import { type ChosenScope, readScope, ScopeFields } from '#features/outside-jobs/scan-scope.tsx';
import { SYSTEM_SCREENS } from '#features/outside-systems/data/system-screens.ts';
import { useFormats } from '#shared/text/format.ts';
import { useSystemName } from '#shared/text/system-name.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

export interface ScanFormProps {
  system: OutsideServerType;
  server: OutsideServerView | null;
  /** Contest with which the form begins. */
  contest: string;
  isStarting: boolean;
  start: (job: Pick<NewJob, 'kind' | 'body'>) => void;
}

/** Starts a scan of a system's list, or of a contest there. */
export function ScanForm({ system, server, contest, isStarting, start }: ScanFormProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ChosenScope>({ collection: 'archive', contest });
  const [insert, setInsert] = useState(true);
  const [update, setUpdate] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const kind = SYSTEM_SCREENS[system].scan ?? 'list';
  const scope = readScope(kind, chosen);
  const consequences = useConsequences(system, server);
  async function submit(event: FormEvent) {
    event.preventDefault();
    setIsChecked(true);
    if (scope === undefined) return;
    const body: NewScan = { scope, insert, update };
    const question = {
      title: t('outsideJobs.scanTitle', { name: server?.name ?? OUTSIDE_SERVERS[system].name }),
      text: consequences(body),
      yes: t('outsideJobs.scan'),
    };
    if (await confirm(question)) start({ kind: 'scan', body });
  }
  return (
    <SavingForm
      isSaving={isStarting}
      className={classes.form}
      aria-labelledby="scan"
      onSubmit={(event) => void submit(event)}
    >
      <h3 id="scan" className={classes.formTitle}>
        {t(`outsideJobs.scanForm.${kind}.title`)}
      </h3>
      <p className={classes.hint}>{t(`outsideJobs.scanForm.${kind}.text`)}</p>
      <ScopeFields
        {...{ kind, system, chosen }}
        hasFault={isChecked && scope === undefined}
        onChange={(part) => setChosen((known) => ({ ...known, ...part }))}
      />
      <Checkbox
        label={t('outsideJobs.insert')}
        description={t('outsideJobs.insertHint')}
        checked={insert}
        onChange={({ target }) => setInsert(target.checked)}
      />
      <Checkbox
        label={t('outsideJobs.update')}
        description={t('outsideJobs.updateHint')}
        checked={update}
        onChange={({ target }) => setUpdate(target.checked)}
      />
      <Button
        className={classes.submit ?? ''}
        type="submit"
        loading={isStarting}
        leftSection={<IconListSearch size={18} aria-hidden />}
      >
        {t('outsideJobs.scan')}
      </Button>
    </SavingForm>
  );
}

/** Returns what a scan will do, sentence by sentence. */
function useConsequences(system: OutsideServerType, server: OutsideServerView | null) {
  const { t } = useTranslation();
  const formats = useFormats();
  const name = useSystemName()(system);
  const problems = server?.problems ?? 0;
  const known = { count: problems, number: formats.number(problems) };
  return ({ scope, insert, update }: NewScan) =>
    [
      server === null && t('outsideJobs.consequence.addsServer', { name }),
      t(insert ? 'outsideJobs.consequence.inserts' : 'outsideJobs.consequence.insertsNothing'),
      scope === null
        ? problems > 0 && t(`outsideJobs.consequence.${update ? 'updates' : 'keeps'}`, known)
        : t(`outsideJobs.consequence.${update ? 'updatesThere' : 'keepsThere'}`),
      t('outsideJobs.consequence.goesOn'),
    ]
      .filter(Boolean)
      .join(' ');
}
