import type { ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { Skeleton } from '@mantine/core';
import { IconBalloon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentContest } from '#features/contests/current-contest.ts';
import classes from '#features/problems/booklet/booklet.module.css';
import { type BookletChoice, bookletChoice, bookletSearch } from '#features/problems/booklet/booklet.url.ts';
import { BookletCover } from '#features/problems/booklet/booklet-cover.tsx';
import { BookletOptions } from '#features/problems/booklet/booklet-options.tsx';
import { pageStyle } from '#features/problems/booklet/page-style.ts';
import { useLimitsText } from '#features/problems/limits.tsx';
import { contestProblemsQuery } from '#features/problems/problems.data.ts';
import { Statement } from '#features/problems/statement/statement.tsx';
import { useLocale, usePageTitle } from '#shared/text/i18n.ts';
import { useSearch } from '#shared/ui/behaviour/use-search.ts';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** /contest/{id}/problems/print: the problems as they come out on paper. */
export function Component() {
  const { t } = useTranslation();
  const contest = useCurrentContest();
  const paper = useRef<HTMLDivElement>(null);
  const { data: problems, error, refetch } = useQuery(contestProblemsQuery(contest.id, useLocale()));
  const [search, changeSearch] = useSearch({ preventScrollReset: true });
  const choice = bookletChoice(search);
  const change = (changed: Partial<BookletChoice>) =>
    changeSearch((latest) => new URLSearchParams(bookletSearch({ ...bookletChoice(latest), ...changed })));
  usePageTitle(`${t('print.title')} — ${contest.name}`);
  if (problems === undefined) {
    return (
      <div className={classes.page}>
        {error === null ? (
          <Skeleton height={600} radius="md" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </div>
    );
  }
  const chosen = problems.filter(({ internalSymbolIndex }) => !choice.without.includes(internalSymbolIndex));
  return (
    <div className={classes.page}>
      <style>{pageStyle(contest.name, choice.isOnePageEach ? chosen : [])}</style>
      <BookletOptions problems={problems} choice={choice} onChange={change} paper={paper} />
      {problems.length === 0 ? (
        <EmptyState
          icon={<IconBalloon size={44} stroke={1.4} aria-hidden />}
          title={t('problems.empty')}
          text={t('problems.emptyText')}
        />
      ) : (
        <div ref={paper} className={classes.paper} data-is-one-page-each={choice.isOnePageEach}>
          {choice.hasCover && <BookletCover contest={contest} problems={chosen} />}
          {chosen.map((problem) => (
            <BookletProblem key={problem.internalSymbolIndex} problem={problem} />
          ))}
        </div>
      )}
    </div>
  );
}

function BookletProblem({ problem }: { problem: ListedContestProblem }) {
  const limitsText = useLimitsText();
  const index = problem.internalSymbolIndex;
  return (
    <article className={classes.problem} style={{ '--sheet': `problem-${index}` } as React.CSSProperties}>
      <header className={classes.head}>
        <ProblemBalloon index={index} color={problem.color} size={48} />
        <div>
          <h2 className={classes.title}>{problem.title}</h2>
          <p className={classes.limits}>{limitsText(problem)}</p>
        </div>
      </header>
      <Statement problem={problem} />
    </article>
  );
}
