import type { DraftStep } from '@balloon/contracts/hall/drafts.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { comparedDraftsQuery, type DraftOf } from '#features/drafts/drafts.data.ts';
import classes from '#features/drafts/drafts.module.css';
import { NumberedLines } from '#shared/code/numbered-lines.tsx';
import { formatContestTime } from '#shared/text/contest-time.ts';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** A snapshot under the one before it: lines that went and lines that came are marked. */
export function DraftDifference({
  draft,
  step,
  startTimeMs,
}: {
  draft: DraftOf;
  step: DraftStep;
  startTimeMs: number;
}) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(comparedDraftsQuery(draft, step));
  const timeOf = (atMs: number) => formatContestTime(atMs - startTimeMs);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} radius="sm" />;
  const { source, newLines, before } = data;
  return (
    <div className={classes.sides} ref={showAll}>
      <Side
        title={t('drafts.after', { time: timeOf(step.takenAtMs), language: step.languageName ?? '' })}
        text={source}
        marked={newLines}
        mark="new"
      />
      {before && (
        <Side
          title={t('drafts.before', { time: timeOf(before.takenAtMs) })}
          text={before.source}
          marked={before.goneLines}
          mark="gone"
        />
      )}
    </div>
  );
}

/** On a phone the snapshots stand below what they show. */
const showAll = (sides: HTMLDivElement | null) => sides?.scrollIntoView({ block: 'nearest' });

function Side({
  title,
  text,
  marked,
  mark,
}: {
  title: string;
  text: string;
  marked: readonly number[];
  mark: 'new' | 'gone';
}) {
  return (
    <section className={classes.side}>
      <h2 className={classes.sideTitle}>{title}</h2>
      <NumberedLines
        className={classes.source}
        label={title}
        lines={text.split('\n')}
        marked={new Set(marked)}
        mark={mark}
      />
    </section>
  );
}
