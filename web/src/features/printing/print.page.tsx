import type { OwnPrinting, PrintJob } from '@balloon/contracts/hall/printing.ts';
import { Button } from '@mantine/core';
import { IconPrinterOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCurrentContest } from '#features/contests/current-contest.ts';
import { PrintForm } from '#features/printing/print-form.tsx';
import { PrintStateName } from '#features/printing/print-state-name.tsx';
import { cancelOwnPrint, ownPrintingQuery, usePrintChange } from '#features/printing/printing.data.ts';
import classes from '#features/printing/printing.module.css';
import { useSolutionCode } from '#features/solutions/solutions.data.ts';
import { useFormats } from '#shared/text/format.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { senderName } from '#shared/text/sender-name.ts';
import { AwaitedScreen, FormPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** /contest/{id}/print: a text or an own solution (`?solution=12`) for the printer of the hall. */
export function Component() {
  const { t } = useTranslation();
  const contest = useCurrentContest();
  usePageTitle(t('printing.title'));
  const { data, error, refetch } = useQuery(ownPrintingQuery(contest.id));
  const title = t('printing.title');
  if (!data)
    return <AwaitedScreen className={classes.page} {...{ title, error }} onRetry={() => void refetch()} />;
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      <OwnPrints contestId={contest.id} printing={data} />
    </div>
  );
}

function OwnPrints({ contestId, printing }: { contestId: number; printing: OwnPrinting }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const solution = /^\d{1,9}$/.exec(search.get('solution') ?? '')?.[0];
  const { rules, isOpenNow, jobs } = printing;
  return (
    <>
      {!isOpenNow && (
        <EmptyState
          icon={<IconPrinterOff size={44} stroke={1.5} aria-hidden />}
          title={t('printing.closed')}
          text={t('printing.closedText')}
        />
      )}
      {isOpenNow && solution === undefined && (
        <PrintForm contestId={contestId} rules={rules} title="" text="" />
      )}
      {isOpenNow && solution !== undefined && (
        <SolutionForm contestId={contestId} rules={rules} solutionId={Number(solution)} />
      )}
      {jobs.length > 0 && (
        <section aria-label={t('printing.own')}>
          <h2 className={classes.subtitle}>{t('printing.own')}</h2>
          <ul className={classes.jobs}>
            {jobs.map((job) => (
              <OwnPrint key={job.id} contestId={contestId} job={job} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The form with a solution in it. */
function SolutionForm(props: { contestId: number; rules: OwnPrinting['rules']; solutionId: number }) {
  const { contestId, rules, solutionId } = props;
  const { t } = useTranslation();
  const { data, error, refetch } = useSolutionCode(contestId, solutionId);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <FormPlaceholder />;
  const [only, ...others] = data.files ?? [];
  const title = only && others.length === 0 ? only.name : t('solutions.sourceTitle', { id: solutionId });
  const text = data.sourceCode;
  return <PrintForm {...{ contestId, rules, title, text }} symbolIndex={data.internalSymbolIndex} />;
}

function OwnPrint({ contestId, job }: { contestId: number; job: PrintJob }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { mutate, isPending } = usePrintChange(contestId, (jobId: number) =>
    cancelOwnPrint(contestId, jobId),
  );
  const name = job.title || t('printing.untitled');
  return (
    <li className={classes.job}>
      <span className={classes.what}>
        <strong>{name}</strong>
        <span className={classes.facts}>
          {job.sentBy && `${senderName(job.sentBy)} · `}
          {t('printing.pages', { count: job.pages })} · {formats.exactTime(job.sentAtMs)}
        </span>
      </span>
      <PrintStateName state={job.state} />
      {job.state === 'waiting' && (
        <Button
          variant="default"
          loading={isPending}
          aria-label={t('printing.cancelOf', { name })}
          onClick={() => mutate(job.id)}
        >
          {t('printing.cancel')}
        </Button>
      )}
    </li>
  );
}
