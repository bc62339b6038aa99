import type { PrintAction, PrintPages, PrintState, QueuedPrint } from '@balloon/contracts/hall/printing.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChosenPrints } from '#features/printing/chosen-prints.tsx';
import { PrintSheets } from '#features/printing/print-sheets.tsx';
import { PrintStateName } from '#features/printing/print-state-name.tsx';
import { printsPdf, usePrintStep, usePrintStepsOnTheirWay } from '#features/printing/printing.data.ts';
import classes from '#features/printing/printing.module.css';
import { useFormats } from '#shared/text/format.ts';
import { senderName } from '#shared/text/sender-name.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';

/** Steps of an organiser from each state; `start` prints from the browser. */
const STEPS: Record<PrintState, readonly PrintAction[]> = {
  waiting: ['send', 'start', 'cancel'],
  printing: ['done', 'fail', 'cancel'],
  printed: ['start'],
  failed: ['send', 'start', 'cancel'],
  cancelled: [],
};

export interface QueuedPrintsProps {
  contestId: number;
  jobs: readonly QueuedPrint[];
  /** Whether the site has a printer to send them to. */
  hasPrinter: boolean;
}

/** Jobs of a contest, each with what an organiser may do, and several of them as one PDF. */
export function QueuedPrints({ contestId, jobs, hasPrinter }: QueuedPrintsProps) {
  const [printed, setPrinted] = useState<PrintPages | null>(null);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const step = useStep(contestId, setPrinted);
  const pendingIds = usePrintStepsOnTheirWay(contestId).map(({ id }) => id);
  const choose = (id: number, isChosen: boolean) =>
    setChosenIds(new Set([...chosenIds].filter((one) => one !== id).concat(isChosen ? id : [])));
  return (
    <>
      {jobs.length > 1 && (
        <ChosenPrints
          contestId={contestId}
          jobs={jobs}
          chosen={jobs.filter(({ id }) => chosenIds.has(id))}
          onChoose={(ids) => setChosenIds(new Set(ids))}
          onNoted={(ids) => setChosenIds((now) => new Set([...now].filter((id) => !ids.includes(id))))}
        />
      )}
      <ul className={classes.jobs}>
        {jobs.map((job) => (
          <Job
            key={job.id}
            contestId={contestId}
            job={job}
            actions={STEPS[job.state].filter((action) => action !== 'send' || hasPrinter)}
            isPending={pendingIds.includes(job.id)}
            isChosen={jobs.length > 1 ? chosenIds.has(job.id) : null}
            onChoose={(isChosen) => choose(job.id, isChosen)}
            onStep={(action) => void step(job, action)}
          />
        ))}
      </ul>
      {printed && <PrintSheets sheets={printed} onPrinted={() => setPrinted(null)} />}
    </>
  );
}

function useStep(contestId: number, onPages: (pages: PrintPages) => void) {
  const { t } = useTranslation();
  const { mutate } = usePrintStep(contestId, onPages);
  return async function step({ id, name }: QueuedPrint, action: PrintAction) {
    const question = {
      title: t('printing.cancelTitle', { name }),
      text: t('printing.cancelText'),
      yes: t('printing.step.cancel'),
      no: t('common.close'),
      isDestructive: true,
    };
    if (action === 'cancel' && !(await confirm(question))) return;
    mutate({ id, action });
  };
}

interface JobProps {
  contestId: number;
  job: QueuedPrint;
  actions: readonly PrintAction[];
  isPending: boolean;
  /** Null where there is nothing to choose from. */
  isChosen: boolean | null;
  onChoose: (isChosen: boolean) => void;
  onStep: (action: PrintAction) => void;
}

function Job({ contestId, job, actions, isPending, isChosen, onChoose, onStep }: JobProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const title = job.title || t('printing.untitled');
  return (
    <li className={classes.job}>
      {isChosen !== null && (
        <Checkbox
          checked={isChosen}
          aria-label={t('printing.choose', { name: job.name, title })}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      )}
      <div className={classes.what}>
        <strong>{job.seat === null ? job.name : `${job.seat} · ${job.name}`}</strong>
        <span className={classes.facts}>
          {[
            ...(job.sentBy ? [senderName(job.sentBy)] : []),
            ...[title, t('printing.pages', { count: job.pages }), formats.exactTime(job.sentAtMs)],
          ].join(' · ')}
        </span>
        {job.failureCause !== null && (
          <span className={classes.failure}>{t(`printing.${job.failureCause}`)}</span>
        )}
        {job.failure !== null && <span className={classes.failure}>{job.failure}</span>}
      </div>
      <PrintStateName state={job.state} />
      <div className={classes.steps}>
        {actions.map((action, index) => (
          <Button
            key={action}
            variant={index === 0 ? 'filled' : 'default'}
            disabled={isPending}
            aria-label={t('printing.stepOf', { step: t(`printing.step.${action}`), name: job.name, title })}
            onClick={() => onStep(action)}
          >
            {t(`printing.step.${action}`)}
          </Button>
        ))}
        <Button
          component="a"
          href={printsPdf(contestId, [job.id])}
          download
          variant="default"
          leftSection={<IconFileTypePdf size={18} aria-hidden />}
          aria-label={t('printing.pdfOf', { name: job.name, title })}
        >
          {t('printing.pdf')}
        </Button>
      </div>
    </li>
  );
}
