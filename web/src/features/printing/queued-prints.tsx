import type { PrintAction, PrintPages, PrintState, QueuedPrint } from '@balloon/contracts/printing.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PrintSheets } from '#features/printing/print-sheets.tsx';
import { PrintStateName } from '#features/printing/print-state-name.tsx';
import { changePrint, readPrint, usePrintChange } from '#features/printing/printing.data.ts';
import classes from '#features/printing/printing.module.css';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/confirm.tsx';

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

/** Jobs of a contest, each with what an organiser may do. */
export function QueuedPrints({ contestId, jobs, hasPrinter }: QueuedPrintsProps) {
  const [printed, setPrinted] = useState<PrintPages | null>(null);
  const { step, pendingId } = useSteps(contestId, setPrinted);
  return (
    <>
      <ul className={classes.jobs}>
        {jobs.map((job) => (
          <Job
            key={job.id}
            job={job}
            actions={STEPS[job.state].filter((action) => action !== 'send' || hasPrinter)}
            isPending={pendingId === job.id}
            onStep={(action) => void step(job, action)}
          />
        ))}
      </ul>
      {printed && <PrintSheets sheets={printed} onPrinted={() => setPrinted(null)} />}
    </>
  );
}

function useSteps(contestId: number, onPages: (pages: PrintPages) => void) {
  const { t } = useTranslation();
  const { mutateAsync, isPending, variables } = usePrintChange(
    contestId,
    async ({ id, action }: { id: number; action: PrintAction }) => {
      await changePrint(contestId, id, action);
      if (action === 'start') onPages(await readPrint(contestId, id));
    },
  );
  async function step({ id, name }: QueuedPrint, action: PrintAction) {
    const question = {
      title: t('printing.cancelTitle', { name }),
      text: t('printing.cancelText'),
      yes: t('printing.step.cancel'),
      no: t('common.close'),
      isDestructive: true,
    };
    if (action === 'cancel' && !(await confirm(question))) return;
    await mutateAsync({ id, action }).catch(() => {}); // shown by the cache of changes
  }
  return { step, pendingId: isPending ? variables.id : null };
}

interface JobProps {
  job: QueuedPrint;
  actions: readonly PrintAction[];
  isPending: boolean;
  onStep: (action: PrintAction) => void;
}

function Job({ job, actions, isPending, onStep }: JobProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const title = job.title || t('printing.untitled');
  return (
    <li className={classes.job}>
      <div className={classes.what}>
        <strong>{job.seat === null ? job.name : `${job.seat} · ${job.name}`}</strong>
        <span className={classes.facts}>
          {[title, t('printing.pages', { count: job.pages }), formats.exactTime(job.sentAtMs)].join(' · ')}
        </span>
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
      </div>
    </li>
  );
}
