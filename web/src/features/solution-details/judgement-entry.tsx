import type { Judgement } from '@balloon/contracts/solutions/judgements.ts';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import testClasses from '#features/solution-details/judgement-tests.module.css';
import { JudgementTestTable } from '#features/solution-details/judgement-tests.tsx';
import classes from '#features/solution-details/judging-panel.module.css';
import { CompilerOutput } from '#features/solutions/compiler-output.tsx';
import { useFormats } from '#shared/text/format.ts';
import { verdictKey } from '#shared/ui/labels/verdict.ts';
import { VerdictName } from '#shared/ui/labels/verdict-name.tsx';

interface EntryProps {
  contestId: number;
  solutionId: number;
  judgement: Judgement;
  /** Other judgings whose tests are known, newest first. */
  others: readonly Judgement[];
}

/** A judging in the history, with its tests, the words of the compiler and what it was made with. */
export function JudgementEntry({ contestId, solutionId, judgement, others }: EntryProps) {
  const { t } = useTranslation();
  const { exact } = useFormats();
  const { verdict, endedAtMs, rejudgingId, reason, compilationOutput, comment, hasTests } = judgement;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <VerdictName verdictId={verdict.id} fallback={verdict.name} />
      <span className={classes.when}>{exact(endedAtMs)}</span>
      <span className={classes.how}>
        {useFacts(judgement).join(' · ')}
        {rejudgingId !== null && (
          <>
            {' · '}
            <Link to={`/admin/contests/${contestId}/rejudgings/${rejudgingId}`}>
              {t('judgements.inRejudging', { id: rejudgingId })}
            </Link>
          </>
        )}
        {reason !== null && ` · ${reason}`}
      </span>
      {comment && !judgement.isManual && <span className={classes.how}>{comment}</span>}
      {compilationOutput && (
        <details className={classes.said}>
          <summary>{t('solutions.compilerOutput')}</summary>
          <CompilerOutput text={compilationOutput} />
        </details>
      )}
      {hasTests && (
        <details className={classes.said} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary>{t('judgementTests.title')}</summary>
          {isOpen && <Compared solutionId={solutionId} judgement={judgement} others={others} />}
        </details>
      )}
    </li>
  );
}

/** Tests of a judging, compared with those of the one before unless another one is chosen. */
function Compared({
  solutionId,
  judgement,
  others,
}: Pick<EntryProps, 'solutionId' | 'judgement' | 'others'>) {
  const { t } = useTranslation();
  const { exact } = useFormats();
  const earlier = others.find(({ id }) => id < judgement.id);
  const [before, setBefore] = useState<number | null>(earlier?.id ?? null);
  const compared = others.find(({ id }) => id === before);
  const labelOf = ({ verdict, endedAtMs, judge }: Judgement) =>
    [t(verdictKey(verdict.id)), exact(endedAtMs), judge].filter(Boolean).join(', ');
  return (
    <div className={testClasses.choice}>
      {others.length > 0 && (
        <Select
          className={testClasses.with ?? ''}
          label={t('judgementTests.with')}
          placeholder={t('judgementTests.withNone')}
          data={others.map((one) => ({ value: String(one.id), label: labelOf(one) }))}
          value={before === null ? null : String(before)}
          onChange={(value) => setBefore(value === null ? null : Number(value))}
          clearable
        />
      )}
      <Provenance judgement={judgement} compared={compared} />
      <JudgementTestTable
        key={before}
        compared={{ solutionId, judgementId: judgement.id, before: compared ? before : null }}
      />
    </div>
  );
}

/** Digits of a hash that are enough to tell two of them apart. */
const SHORT = 12;

/** What the judging was made with; what the compared one had otherwise is marked. */
function Provenance({ judgement, compared }: { judgement: Judgement; compared: Judgement | undefined }) {
  const { t } = useTranslation();
  const of = ({ judge, compiler, provenance }: Judgement) => ({
    judge,
    compiler,
    options: provenance?.options
      ? [...provenance.options.compile, ...provenance.options.run].join(' ')
      : null,
    mode: provenance?.mode ?? null,
    source: provenance?.sourceSha256?.slice(0, SHORT) ?? null,
    tests: provenance?.testsSha256?.slice(0, SHORT) ?? null,
    checker: provenance?.checkerSha256?.slice(0, SHORT) ?? null,
    limits: provenance?.limitsSha256?.slice(0, SHORT) ?? null,
  });
  const [own, other] = [of(judgement), compared && of(compared)];
  const names = Object.keys(own) as (keyof typeof own)[];
  return (
    <dl className={testClasses.provenance}>
      {names.map((name) => {
        const differs = other !== undefined && other[name] !== own[name];
        return (
          (own[name] !== null || differs) && (
            <div key={name} data-differs={differs || undefined}>
              <dt>{t(`judgementTests.by.${name}`)}</dt>
              <dd>{differs ? `${other[name] ?? '—'} → ${own[name] ?? '—'}` : own[name]}</dd>
            </div>
          )
        );
      })}
    </dl>
  );
}

function useFacts(judgement: Judgement): string[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { isManual, madeBy, judge, compiler, testNumber, executionTime, memory } = judgement;
  if (isManual) {
    const name = madeBy && (madeBy.fullName || madeBy.username);
    return [name ? t('judgements.byHandOf', { name }) : t('judgements.byHand')];
  }
  const seconds = number((judgement.endedAtMs - judgement.startedAtMs) / 1000);
  return [
    judge,
    compiler,
    testNumber > 0 && t('judgements.test', { number: testNumber }),
    t('judgements.used', { seconds: number(executionTime), memory: number(memory) }),
    t('judgements.took', { seconds }),
  ].filter((fact) => typeof fact === 'string');
}
