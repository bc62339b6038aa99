import type {
  ComparedSources,
  SimilarityReport,
  SimilarPair,
} from '@balloon/contracts/solutions/similarity.ts';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { nameOf, percent } from '#features/similarity/similar-pairs.tsx';
import { comparedQuery } from '#features/similarity/similarity.data.ts';
import classes from '#features/similarity/similarity.module.css';
import { NumberedLines } from '#shared/code/numbered-lines.tsx';
import { useFormats } from '#shared/text/format.ts';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** Number of lines of a program that are shown: nobody compares more by eye, and a program of all newlines has many more. */
const MOST_LINES = 3_000;

/** Two solutions side by side; lines that the other one has, too, are marked. */
export function PairView({ contest, pair }: { contest: SimilarityReport['contest']; pair: SimilarPair }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { one, other, symbolIndex, title, similarity } = pair;
  const { id: contestId, keepsDrafts } = contest;
  const draftsOf = ({ author }: SimilarPair['one']) =>
    keepsDrafts ? `/admin/contests/${contestId}/drafts/${author.id}/${symbolIndex}` : null;
  const { data, error, refetch } = useQuery(comparedQuery(contestId, one.id, other.id));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.pair} aria-labelledby="similar-pair">
      <div className={classes.pairHead}>
        <h2 id="similar-pair" ref={heading} tabIndex={-1} className={classes.pairTitle}>
          {t('similarity.pair', { index: symbolIndex, title, part: percent(similarity) })}
        </h2>
        <ActionIcon
          aria-label={t('common.close')}
          onClick={() => void navigate('?', { preventScrollReset: true })}
        >
          <IconX size={20} aria-hidden />
        </ActionIcon>
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <RowsPlaceholder />}
      {data && (
        <div className={classes.sides}>
          <Side contestId={contestId} shown={data.one} draftsPath={draftsOf(data.one)} />
          <Side contestId={contestId} shown={data.other} draftsPath={draftsOf(data.other)} />
        </div>
      )}
    </section>
  );
}

function Side({
  contestId,
  shown,
  draftsPath,
}: {
  contestId: number;
  shown: ComparedSources['one'];
  draftsPath: string | null;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const all = shown.source.split('\n');
  const lines = all.slice(0, MOST_LINES);
  const common = linesOf(shown.common, lines.length);
  return (
    <div className={classes.side}>
      <p className={classes.sideHead}>
        <Link to={`/contest/${contestId}/source/${shown.id}`}>{nameOf(shown)}</Link>
        <span>
          {shown.languageName}, {formats.dateTime(shown.sentAtMs)}
        </span>
        {draftsPath !== null && <Link to={draftsPath}>{t('drafts.timeline')}</Link>}
      </p>
      <NumberedLines
        className={classes.source}
        label={t('similarity.sourceOf', { name: nameOf(shown) })}
        lines={lines}
        marked={common}
        mark="common"
      />
      {all.length > MOST_LINES && (
        <p className={classes.cut}>{t('similarity.cut', { count: all.length - MOST_LINES })}</p>
      )}
    </div>
  );
}

function linesOf(ranges: ComparedSources['one']['common'], last: number): Set<number> {
  const lines = new Set<number>();
  for (const { from, to } of ranges)
    for (let line = from; line <= Math.min(to, last); line += 1) lines.add(line);
  return lines;
}
