import type { PrinterState, PrintQueue } from '@balloon/contracts/hall/printing.ts';
import { IconPrinter, IconPrinterOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { PrintRulesButton } from '#features/printing/print-rules-button.tsx';
import { printQueueQuery } from '#features/printing/printing.data.ts';
import classes from '#features/printing/printing.module.css';
import { QueuedPrints } from '#features/printing/queued-prints.tsx';
import { usePageTitle } from '#shared/text/i18n.ts';
import { ContestHead, LinkTabs } from '#shared/ui/lists/list-head.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { AwaitedScreen } from '#shared/ui/states/placeholders.tsx';
import { EmptyState } from '#shared/ui/states/states.tsx';

/** /admin/contests/{id}/prints */
export function Component() {
  const { t } = useTranslation();
  const contestId = Number(useParams().contestId);
  const { data: queue, error, refetch } = useQuery(printQueueQuery(contestId));
  usePageTitle(queue && t('printing.queueTitle', { contest: queue.contest.name }), error);
  if (!queue)
    return (
      <AwaitedScreen
        className={classes.page}
        title={t('printing.queue')}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return <Queue queue={queue} />;
}

function Queue({ queue }: { queue: PrintQueue }) {
  const { t } = useTranslation();
  const { contest, rules, hasPrinter, hasWideFont, printer, jobs } = queue;
  const [search] = useSearchParams();
  const showsAll = search.get('show') === 'all';
  const open = jobs.filter(({ state }) => state !== 'printed' && state !== 'cancelled');
  const shown = showsAll ? jobs : open.toReversed(); // who waits longest comes first
  return (
    <div className={classes.page}>
      <ContestHead title={t('printing.queue')} contest={contest.name} isPrinted={false}>
        <Link to={`/admin/contests/${contest.id}/live`}>{t('adminContests.control')}</Link>
        <PrintRulesButton contestId={contest.id} rules={rules} />
      </ContestHead>
      <p className={classes.facts}>{t(hasPrinter ? 'printing.hasPrinter' : 'printing.noPrinter')}</p>
      {!hasWideFont && <p className={classes.facts}>{t('printing.noWideFont')}</p>}
      {printer && <PrinterNotice printer={printer} />}
      <div className={classes.views}>
        <LinkTabs
          label={t('printing.views')}
          tabs={[
            { name: t('printing.open', { count: open.length }), to: '?', isCurrent: !showsAll },
            { name: t('printing.all', { count: jobs.length }), to: '?show=all', isCurrent: showsAll },
          ]}
        />
      </div>
      {shown.length === 0 && (
        <EmptyState
          icon={<IconPrinter size={44} stroke={1.5} aria-hidden />}
          title={t('printing.nothing')}
          text={t(rules.isOpen ? 'printing.nothingText' : 'printing.notOpenText')}
        />
      )}
      <QueuedPrints contestId={contest.id} jobs={shown} hasPrinter={hasPrinter} />
    </div>
  );
}

/** What the printing system of the site says about its printer, where something is the matter. */
function PrinterNotice({ printer: { kind, words, waiting } }: { printer: PrinterState }) {
  const { t } = useTranslation();
  if (kind === 'works')
    return waiting > 0 ? (
      <p className={classes.facts}>{t('printing.inPrinter', { count: waiting })}</p>
    ) : null;
  return (
    <Notice
      tone={kind === 'unknown' ? 'failure' : 'warning'}
      icon={<IconPrinterOff size={20} aria-hidden />}
      title={t(`printing.printerIs.${kind}`)}
    >
      <p>
        {t(`printing.printerHelp.${kind}`)}
        {waiting > 0 && ` ${t('printing.inPrinter', { count: waiting })}`}
      </p>
      <p className={classes.printerWords}>{words}</p>
    </Notice>
  );
}
