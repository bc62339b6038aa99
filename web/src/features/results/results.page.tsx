import type { OfficialResults } from '@balloon/contracts/scoreboard/results.ts';
import { Button, NumberInput } from '@mantine/core';
import { IconCircleCheck, IconTrophy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { FinalizeButton } from '#features/results/finalize-button.tsx';
import { MissingList } from '#features/results/missing-list.tsx';
import { ReopenForm } from '#features/results/reopen-form.tsx';
import { ResultFiles } from '#features/results/result-files.tsx';
import { resultsQuery, useSwitchOn } from '#features/results/results.data.ts';
import classes from '#features/results/results.module.css';
import { ResultsHistory } from '#features/results/results-history.tsx';
import { ResultsTable } from '#features/results/results-table.tsx';
import { useFormats } from '#shared/text/format.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { useFocusAfter } from '#shared/ui/dialogs/use-focus-back.ts';
import { ContestHead } from '#shared/ui/lists/list-head.tsx';
import { AwaitedScreen } from '#shared/ui/states/placeholders.tsx';
import { EmptyState } from '#shared/ui/states/states.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** Most bronze medals that the jury may add. */
const MAX_EXTRA_BRONZE = 1000;

/** /admin/contests/{id}/results: what is missing for official results, and making them final. */
export function Component() {
  const contestId = Number(useParams().contestId);
  return <Results key={contestId} contestId={contestId} />;
}

function Results({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const [extraBronze, setExtraBronze] = useState<number | null>(null);
  const { data: results, error, refetch, isPlaceholderData } = useQuery(resultsQuery(contestId, extraBronze));
  usePageTitle(results && t('results.title', { contest: results.contest.name }), error);
  if (!results)
    return (
      <AwaitedScreen
        className={classes.page}
        title={t('results.heading')}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div className={classes.page}>
      <ContestHead title={t('results.heading')} contest={results.contest.name} label={t('results.heading')}>
        <Link to={`/admin/contests/${contestId}/awards`}>{t('awards.andCertificates')}</Link>
        <Link to={`/admin/contests/${contestId}/live`}>{t('adminContests.control')}</Link>
      </ContestHead>
      <Step results={results} />
      {results.isOfficial && (
        <Official
          results={results}
          extraBronze={extraBronze ?? results.extraBronze}
          isStale={isPlaceholderData}
          onExtraBronze={setExtraBronze}
        />
      )}
    </div>
  );
}

/** How far the results are. It takes the focus at the next step, since the button that leads there goes with its own. */
function Step({ results: { contest, isOfficial, finalized, missing } }: { results: OfficialResults }) {
  const place = useFocusAfter(`${isOfficial} ${finalized !== null}`);
  return (
    <div ref={place} tabIndex={-1}>
      {!isOfficial && <NotOfficial contestId={contest.id} />}
      {isOfficial && finalized && <Finalized finalized={finalized} />}
      {isOfficial && !finalized && <MissingList contestId={contest.id} missing={missing} />}
    </div>
  );
}

function NotOfficial({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const switching = useSwitchOn(contestId, () => showDone(t('results.switchedOn')));
  return (
    <EmptyState
      icon={<IconTrophy size={44} stroke={1.4} aria-hidden />}
      title={t('results.offTitle')}
      text={t('results.offText')}
      action={
        <Button loading={switching.isPending} onClick={() => switching.mutate()}>
          {t('results.switchOn')}
        </Button>
      }
    />
  );
}

interface OfficialProps {
  results: OfficialResults;
  /** The number as it is typed, which the results follow. */
  extraBronze: number;
  /** Whether the medals are still those of another number. */
  isStale: boolean;
  onExtraBronze: (extraBronze: number) => void;
}

function Official({ results, extraBronze, isStale, onExtraBronze }: OfficialProps) {
  const { t } = useTranslation();
  const { contest, finalized, rows, mayReopen, history } = results;
  return (
    <>
      {rows.length > 0 && (
        <section className={classes.part} aria-label={t('results.medals')}>
          <h2 className={classes.subtitle}>{t('results.medals')}</h2>
          {!finalized && (
            <NumberInput
              className={classes.bronze ?? ''}
              label={t('results.extraBronze')}
              description={t('results.extraBronzeHint')}
              value={extraBronze}
              onChange={(value) => onExtraBronze(Number(value) || 0)}
              min={0}
              max={MAX_EXTRA_BRONZE}
              allowDecimal={false}
              allowNegative={false}
              clampBehavior="strict"
            />
          )}
          <ResultsTable rows={rows} />
        </section>
      )}
      {rows.length > 0 && <ResultFiles contestId={contest.id} />}
      {!finalized && <FinalizeButton results={results} isStale={isStale} />}
      {finalized && mayReopen && <ReopenForm contestId={contest.id} />}
      {history.length > 1 && <ResultsHistory steps={history} />}
    </>
  );
}

function Finalized({ finalized: { atMs, by } }: { finalized: NonNullable<OfficialResults['finalized']> }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const name = by ? by.fullName || by.username : t('results.somebody');
  return (
    <p className={classes.done} role="status">
      <IconCircleCheck size={20} aria-hidden />
      {t('results.isFinal', { at: formats.dateTime(atMs), name })}
    </p>
  );
}
