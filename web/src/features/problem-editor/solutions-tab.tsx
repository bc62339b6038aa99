import type { SolutionReport } from '@balloon/contracts/judging/package-report.ts';
import type { ProblemCheck } from '@balloon/contracts/judging/problem-checks.ts';
import type { EditedProblem } from '@balloon/contracts/problems/problem-editor.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPackage, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ReportSolutions } from '#features/packages/report-solutions.tsx';
import { CompilerOutput } from '#features/problem-editor/judging/compiler-complaint.tsx';
import { checkQuery, isUnderWay, useStartCheck } from '#features/problem-editor/problem-editor.data.ts';
import classes from '#features/problem-editor/problem-editor.module.css';
import { VerifyProgress } from '#features/problem-editor/verify-progress.tsx';
import { useFormats } from '#shared/text/format.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { EmptyState } from '#shared/ui/states/states.tsx';

/** Reference solutions of the package with the verdicts that they should and did get against the tests of now. */
export function SolutionsTab({ problem, hasChanges }: { problem: EditedProblem; hasChanges: boolean }) {
  const { t } = useTranslation();
  const { id, canRescan } = problem;
  const start = useStartCheck(id);
  const checkId = start.data?.id ?? problem.lastCheck?.id ?? 0;
  const { data } = useQuery({ ...checkQuery(id, checkId), enabled: checkId > 0 });
  const check = data ?? null;
  const isRunning = check !== null && isUnderWay(check);
  const seen = seenSolutions(problem, check);
  const button = canRescan && problem.judging !== null && (
    <Button
      leftSection={<IconPlayerPlay size={18} aria-hidden />}
      loading={start.isPending || isRunning}
      onClick={() => start.mutate(undefined)}
    >
      {t('problemEditor.verifyNow')}
    </Button>
  );
  return (
    <section aria-label={t('problemEditor.tab.solutions')}>
      <div className={classes.bar}>
        {button}
        <span className={classes.grow}>
          <SeenAt seen={seen} newest={problem.versionNumber} />
        </span>
      </div>
      {button && hasChanges && <p className={classes.hint}>{t('problemEditor.verifySavedOnly')}</p>}
      {isRunning && <VerifyProgress problemId={id} check={check} />}
      <CheckNotice check={check} />
      {seen === null || seen.solutions.length === 0 ? (
        !isRunning && (
          <EmptyState
            icon={<IconPackage size={44} stroke={1.5} aria-hidden />}
            title={t('problemEditor.noSolutions')}
            text={t('problemEditor.noSolutionsText')}
          />
        )
      ) : (
        <ReportSolutions solutions={seen.solutions} />
      )}
    </section>
  );
}

interface Seen {
  solutions: readonly SolutionReport[];
  finishedAtMs: number | null;
  /** Version that was verified; null when the package was imported. */
  versionNumber: number | null;
}

/** The newest verdicts: of a check, or of the import when that is newer or nothing was checked since. */
function seenSolutions({ lastImport }: EditedProblem, check: ProblemCheck | null): Seen | null {
  const ofImport = lastImport && {
    solutions: lastImport.report.solutions,
    finishedAtMs: lastImport.finishedAtMs,
    versionNumber: null,
  };
  if (!check?.result?.compiles) return ofImport;
  if (ofImport && (ofImport.finishedAtMs ?? 0) > (check.finishedAtMs ?? 0)) return ofImport;
  const { finishedAtMs, versionNumber } = check;
  return { solutions: check.result.solutions, finishedAtMs, versionNumber };
}

function SeenAt({ seen, newest }: { seen: Seen | null; newest: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (!seen) return null;
  const when = seen.finishedAtMs === null ? '' : formats.dateTime(seen.finishedAtMs);
  const { versionNumber: number } = seen;
  if (number === null) return <p className={classes.hint}>{t('problemEditor.seenAtImport', { when })}</p>;
  return (
    <p className={classes.hint}>
      {t(number < newest ? 'problemEditor.seenOlder' : 'problemEditor.seenVersion', { when, number })}
    </p>
  );
}

/** Why the newest check brought no verdicts. */
function CheckNotice({ check }: { check: ProblemCheck | null }) {
  const { t } = useTranslation();
  const isBroken = check?.result?.compiles === false;
  if (!isBroken && check?.state !== 'failed') return null;
  return (
    <Notice
      tone="failure"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={t(isBroken ? 'problemEditor.doesNotCompile' : 'problemEditor.verifyFailed')}
    >
      <CompilerOutput output={(isBroken ? check.result?.output : check.message) ?? ''} />
    </Notice>
  );
}
