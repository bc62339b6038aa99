import type { OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import { Button, Group, Select, Skeleton, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languagesQuery, startTrial } from '#features/outside-systems/data/outside.data.ts';
import { outsidePath } from '#features/outside-systems/data/outside-jobs.url.ts';
import { Dialog } from '#features/outside-systems/dialogs/dialog-form.tsx';
import { JobSteps } from '#features/outside-systems/dialogs/job-steps.tsx';
import classes from '#features/outside-systems/outside.module.css';
import { offeredProblem, readySolution } from '#features/outside-systems/servers/ready-solutions.ts';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';
import { serverNowMs } from '#shared/api/live/server-clock.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { errorText } from '#shared/ui/toasts/toasts.ts';

const CodeEditor = lazy(async () => ({
  default: (await untilLoaded(() => import('#shared/code/code-editor.tsx'))).CodeEditor,
}));

export interface TryDialogProps {
  server: OutsideServerView;
  onClose: () => void;
}

/** Sends one solution outside of any contest and shows each step until the verdict. */
export function TryDialog({ server, onClose }: TryDialogProps) {
  const { t } = useTranslation();
  const [jobId, setJobId] = useState<number | null>(null);
  return (
    <Dialog title={t('outside.tryTitle', { name: server.name })} onClose={onClose}>
      {jobId === null ? (
        <TrialForm server={server} onStarted={setJobId} onClose={onClose} />
      ) : (
        <JobSteps jobId={jobId} done={t('outside.tryDone')} onClose={onClose} />
      )}
    </Dialog>
  );
}

function TrialForm({ server, onStarted, onClose }: TryDialogProps & { onStarted: (jobId: number) => void }) {
  const { t } = useTranslation();
  const trial = useTrial(server);
  const { data: languages, error } = useQuery(languagesQuery(server.id));
  const starting = useMutation({
    mutationFn: () => startTrial(server.id, trial.sent),
    onSuccess: (accepted) => onStarted(accepted.jobId),
    meta: { ownError: true },
  });
  const fault = starting.error ?? error;
  const isReady = Object.values(trial.sent).every((value) => value.trim() !== '');
  return (
    <SavingForm
      isSaving={starting.isPending}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        starting.mutate();
      }}
    >
      <Notice tone="warning" icon={<IconSend size={20} aria-hidden />}>
        {t('outside.tryWarning')}
      </Notice>
      <TextInput
        data-autofocus
        required
        label={t('outside.tryProblem')}
        description={t(`outside.idHelp.${server.systemType}`)}
        maxLength={200}
        value={trial.sent.foreignId}
        onChange={(event) => trial.setForeignId(event.currentTarget.value)}
      />
      {languages?.languages.length === 0 ? (
        <p className={classes.note}>
          {t('outside.noLanguages')}{' '}
          <Link to={outsidePath({ system: server.systemType, serverId: server.id })}>
            {t('outside.toProblems')}
          </Link>
        </p>
      ) : (
        <Select
          searchable
          required
          label={t('outside.language')}
          nothingFoundMessage={t('outside.noLanguageFound')}
          data={(languages?.languages ?? []).map(({ foreignLanguageId, name }) => ({
            value: foreignLanguageId,
            label: name,
          }))}
          value={trial.sent.foreignLanguageId || null}
          onChange={(value) =>
            trial.setLanguage(
              languages?.languages.find(({ foreignLanguageId }) => foreignLanguageId === value),
            )
          }
        />
      )}
      <div className={classes.editor}>
        <Suspense fallback={<Skeleton height={220} />}>
          <CodeEditor
            label={t('outside.source')}
            family={trial.family}
            minHeight="200px"
            maxHeight="320px"
            value={trial.sent.source}
            onChange={trial.setSource}
          />
        </Suspense>
      </div>
      {fault && (
        <Notice tone="failure" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {errorText(fault)}
        </Notice>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          type="submit"
          disabled={!isReady}
          loading={starting.isPending}
          leftSection={<IconSend size={18} aria-hidden />}
        >
          {t('outside.trySend')}
        </Button>
      </Group>
    </SavingForm>
  );
}

/** Values of a trial. The ready source follows problem and language until somebody types. */
function useTrial({ systemType, firstProblem }: OutsideServerView) {
  const [foreignId, setForeignId] = useState(offeredProblem(systemType, firstProblem));
  const [language, setLanguage] = useState<{ foreignLanguageId: string; family: string }>();
  const [typed, setTyped] = useState<string | null>(null);
  const [mark] = useState(() => `Balloon, ${new Date(serverNowMs()).toISOString()}`);
  const family = language?.family ?? '';
  const ready = readySolution({ system: systemType, foreignId, family }, mark);
  return {
    sent: { foreignId, foreignLanguageId: language?.foreignLanguageId ?? '', source: typed ?? ready },
    family,
    setForeignId,
    setLanguage,
    setSource: (source: string) => {
      if (source !== (typed ?? ready)) setTyped(source);
    },
  };
}
