import type { OutsidePages, SolutionCode } from '@balloon/contracts/solutions/solutions.ts';
import { endingOfFamily } from '@balloon/domain/languages/languages.ts';
import { Button } from '@mantine/core';
import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useCurrentContest } from '#features/contests/current-contest.ts';
import { PrintLink } from '#features/printing/print-link.tsx';
import { contestProblemsQuery } from '#features/problems/problems.data.ts';
import { JudgingPanel } from '#features/solution-details/judging-panel.tsx';
import classes from '#features/solution-details/source.module.css';
import { SourceFiles } from '#features/solution-details/source-files.tsx';
import { CompilerOutput } from '#features/solutions/compiler-output.tsx';
import { byLetter, SolutionTable } from '#features/solutions/solution-table.tsx';
import { useSolutionCode } from '#features/solutions/solutions.data.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { useFormats } from '#shared/text/format.ts';
import { useLocale, usePageTitle } from '#shared/text/i18n.ts';
import { useJudgeName } from '#shared/text/judge-name.ts';
import { CopyButton } from '#shared/ui/forms/copy-button.tsx';
import { AwaitedScreen } from '#shared/ui/states/placeholders.tsx';

/** A submission: its verdict, kept current, and its source. */
export function Component() {
  const { t } = useTranslation();
  const contest = useCurrentContest();
  const solutionId = Number(useParams().sourceId);
  const title = t('solutions.sourceTitle', { id: solutionId });
  usePageTitle(title);
  const { data, error, refetch } = useSolutionCode(contest.id, solutionId);
  if (!data)
    return <AwaitedScreen className={classes.page} {...{ title, error }} onRetry={() => void refetch()} />;
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      <SolutionSource solution={data} />
    </div>
  );
}

function SolutionSource({ solution }: { solution: SolutionCode }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const me = useMe();
  const { data: problems } = useQuery(contestProblemsQuery(solution.contestId, useLocale()));
  const said = solution.compilationError ?? solution.compilerOutput;
  const zipPath = `/api/contest/${solution.contestId}/solutions/${solution.id}/files.zip`;
  const rawPath = `/api/contest/${solution.contestId}/solutions/${solution.id}/code?raw=1`;
  return (
    <>
      <SolutionTable
        solutions={[{ ...solution, compilationError: null }]}
        problems={byLetter(problems)}
        showsAuthors
        isStale={false}
      />
      {said && (
        <div className={classes.compiler}>
          <h2>{t('solutions.compilerOutput')}</h2>
          <CompilerOutput text={said} />
        </div>
      )}
      {solution.outsidePages && <OutsideLinks solution={solution} pages={solution.outsidePages} />}
      {me.isSupervisor && <JudgingPanel solution={solution} />}
      <div className={classes.bar}>
        <h2>{t('solutions.source')}</h2>
        <span className={classes.grow} />
        <PrintLink contestId={solution.contestId} solutionId={solution.id} />
        <CopyButton text={solution.sourceCode} label={t('solutions.copySource')} />
        <Button
          component="a"
          href={solution.files ? zipPath : rawPath}
          download={solution.files ? `${fileStem(solution)}.zip` : fileName(solution)}
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t(solution.files ? 'solutions.downloadZip' : 'solutions.download')}
        </Button>
      </div>
      <div className={classes.code}>
        <SourceFiles solution={solution} />
      </div>
      <p className={classes.receipt}>
        {t('solutions.receipt', { time: formats.exact(solution.sentAtMs) })}
        <code>SHA-256 {solution.sourceSha256}</code>
        {solution.files && <span>{t('solutions.receiptOfFiles')}</span>}
      </p>
    </>
  );
}

/** Links to the system that judged it. */
function OutsideLinks({ solution, pages }: { solution: SolutionCode; pages: OutsidePages }) {
  const { t } = useTranslation();
  const system = useJudgeName()(solution.problem.systemType);
  const links = [
    { href: pages.runUrl, text: t('solutions.outsideRun', { system }) },
    { href: pages.problemUrl, text: t('solutions.outsideProblem', { system }) },
  ];
  return (
    <ul className={classes.outside}>
      {links.map(
        ({ href, text }) =>
          href !== null && (
            <li key={text}>
              <a href={href} target="_blank" rel="noopener noreferrer">
                {text}
                <IconExternalLink size={16} stroke={1.8} aria-hidden />
              </a>
            </li>
          ),
      )}
    </ul>
  );
}

const fileStem = ({ id, internalSymbolIndex }: SolutionCode) => `${internalSymbolIndex}-${id}`;

function fileName(solution: SolutionCode): string {
  return `${fileStem(solution)}.${endingOfFamily(solution.language.languageFamily)}`;
}
