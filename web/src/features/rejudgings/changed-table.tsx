import type { ChangedSolution, RejudgingDetail } from '@balloon/contracts/solutions/rejudgings.ts';
import { IconChevronDown, IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/rejudgings/rejudgings.module.css';
import { JudgementTestTable } from '#features/solution-details/judgement-tests.tsx';
import { signed, timeDrift } from '#features/solution-details/time-drift.ts';
import { useFormats } from '#shared/text/format.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { verdictKey } from '#shared/ui/labels/verdict.ts';
import { VerdictName } from '#shared/ui/labels/verdict-name.tsx';
import { EmptyState } from '#shared/ui/states/states.tsx';

/** Solutions whose result differs from their verdict, each with what differs. */
export function ChangedTable({ contestId, rejudging }: { contestId: number; rejudging: RejudgingDetail }) {
  const { t } = useTranslation();
  const { changed, changedNumber } = rejudging;
  if (changed.length === 0) {
    return (
      <EmptyState
        icon={<IconScale size={44} stroke={1.5} aria-hidden />}
        title={t(rejudging.state === 'judging' ? 'rejudgings.noneChangedYet' : 'rejudgings.noneChanged')}
        text={t('rejudgings.noneChangedText')}
      />
    );
  }
  return (
    <section>
      <h2 className={classes.part}>{t('rejudgings.changed', { count: changedNumber })}</h2>
      {changedNumber > changed.length && (
        <p className={classes.note}>{t('rejudgings.firstShown', { count: changed.length })}</p>
      )}
      <ScrollRegion
        as="div"
        className={classes.box}
        label={t('rejudgings.changed', { count: changedNumber })}
      >
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('rejudgings.solution')}</th>
              <th scope="col">{t('rejudgings.participant')}</th>
              <th scope="col">{t('rejudgings.before')}</th>
              <th scope="col">{t('rejudgings.after')}</th>
              <th scope="col">{t('rejudgings.tests')}</th>
              <th scope="col">{t('rejudgings.outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map((one) => (
              <ChangedRow key={one.solutionId} contestId={contestId} one={one} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

function ChangedRow({ contestId, one }: { contestId: number; one: ChangedSolution }) {
  const { t } = useTranslation();
  const { solutionId, symbolIndex, author, before, after, verdicts, difference, kept } = one;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <tr>
        <th scope="row">
          <Link className={classes.reason} to={`/contest/${contestId}/source/${solutionId}`}>
            {symbolIndex} · {solutionId}
          </Link>
        </th>
        <td>{author.fullName || author.username}</td>
        <td>
          <Outcome outcome={before} />
        </td>
        <td>
          <Outcome outcome={after} />
        </td>
        <td>
          <Difference difference={difference} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
        </td>
        <td>
          {kept === null ? t('rejudgings.counts') : t(`rejudgings.kept.${kept}`)}
          {kept === 'flaky' && <FlakyVerdicts verdicts={verdicts} />}
        </td>
      </tr>
      {isOpen && difference && (
        <tr>
          <td colSpan={6} className={classes.unfolded}>
            <JudgementTestTable
              compared={{
                solutionId,
                judgementId: difference.judgementId,
                before: difference.earlierId,
              }}
            />
          </td>
        </tr>
      )}
    </>
  );
}

/** Says how many tests came out otherwise, and shows or hides them. */
function Difference({
  difference,
  isOpen,
  onToggle,
}: {
  difference: ChangedSolution['difference'];
  isOpen: boolean;
  onToggle: () => void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (!difference) return <span className={classes.state}>{t('rejudgings.testsUnknown')}</span>;
  const { changedTests, firstChanged } = difference;
  const drift = timeDrift(difference);
  return (
    <>
      <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={onToggle}>
        {firstChanged === null
          ? t('rejudgings.testsSame')
          : t('rejudgings.testsChanged', { count: changedTests, number: firstChanged })}
        <IconChevronDown size={16} aria-hidden />
      </button>
      {drift !== null && (
        <span className={classes.drift}>{t('rejudgings.drift', { drift: signed(drift, formats) })}</span>
      )}
    </>
  );
}

/** Names the verdicts between which a solution wavers. */
function FlakyVerdicts({ verdicts }: Pick<ChangedSolution, 'verdicts'>) {
  const { t } = useTranslation();
  return <span className={classes.small}>{verdicts.map(({ id }) => t(verdictKey(id))).join(' / ')}</span>;
}

function Outcome({
  outcome: { verdict, testNumber, executionTime },
}: {
  outcome: ChangedSolution['before'];
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <>
      <VerdictName verdictId={verdict.id} fallback={verdict.name} />
      <span className={classes.small}>
        {testNumber > 0 && `${t('rejudgings.test', { number: testNumber })}, `}
        {t('rejudgings.seconds', { seconds: number(executionTime) })}
      </span>
    </>
  );
}
