import { DEFAULT_POINTS } from '@balloon/contracts/ratings/default-points.ts';
import type { ScoreTable } from '@balloon/contracts/ratings/ratings.ts';
import { Button, NumberInput } from '@mantine/core';
import { IconDownload, IconEyeOff, IconMoodEmpty } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { onPage, type Points, readPage, readPoints } from '#features/ratings/rating-index.url.ts';
import { scoreTableQuery } from '#features/ratings/ratings.data.ts';
import { csvOf } from '#features/ratings/score-table/score-csv.ts';
import { ScoreSheet } from '#features/ratings/score-table/score-sheet.tsx';
import classes from '#features/ratings/score-table/score-table.module.css';
import { useMe } from '#shared/api/queries/session.ts';
import { csvSeparator, downloadText } from '#shared/text/csv.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { useAddressChange } from '#shared/ui/behaviour/use-address-change.ts';
import { useTyped } from '#shared/ui/forms/use-typed.ts';
import { BackLink } from '#shared/ui/lists/back-link.tsx';
import { Pager } from '#shared/ui/lists/pager.tsx';
import { pagesNumber } from '#shared/ui/lists/pages.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

const POINTS = ['scoreInTime', 'scoreInPractice'] as const;
const APPLY_DEBOUNCE_MS = 400;
/** Pages that are offered on each side of the present one. */
const PAGER_REACH = 5;

export interface ScoreTableScreenProps {
  contestIds: readonly number[];
  /** Address of the contests to choose from. */
  back: string;
  /** Address of this table with points per problem. */
  pathWith: (points: Points) => string;
}

/** Points of people over the chosen contests. */
export function ScoreTableScreen({ contestIds, back, pathWith }: ScoreTableScreenProps) {
  const { t } = useTranslation();
  usePageTitle(t('rating.scoresTitle'));
  const [search] = useSearchParams();
  const points = readPoints(search, DEFAULT_POINTS);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    scoreTableQuery({ contestIds: [...contestIds], ...points }),
  );
  const leftOut = data && !isPlaceholderData ? contestIds.length - data.header.row.length : 0;
  const go = useAddressChange(points, pathWith);
  return (
    <div className={classes.page}>
      <BackLink to={back}>{t('rating.backToContests')}</BackLink>
      <h1 className={classes.title}>{t('rating.scoresTitle')}</h1>
      <div className={classes.toolbar}>
        {POINTS.map((name) => (
          <PointsField
            key={name}
            name={name}
            value={points[name]}
            onChange={(value) => go({ [name]: value })}
          />
        ))}
        {data && data.rows.length > 0 && <CsvButton table={data} isStale={isPlaceholderData} />}
      </div>
      {leftOut > 0 && (
        <div className={classes.leftOut}>
          <Notice tone="warning" icon={<IconEyeOff size={20} aria-hidden />}>
            {t('rating.contestsLeftOut', { count: leftOut })}
          </Notice>
        </div>
      )}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <RowsPlaceholder />}
      {data?.rows.length === 0 && (
        <EmptyState
          icon={<IconMoodEmpty size={44} stroke={1.4} aria-hidden />}
          title={t('rating.nothingSolvedTitle')}
          text={t('rating.nothingSolvedText')}
        />
      )}
      {data && data.rows.length > 0 && (
        <ScorePage
          table={data}
          isStale={isPlaceholderData}
          wanted={readPage(search)}
          to={(page) => onPage(pathWith(points), page)}
        />
      )}
    </div>
  );
}

/** Number of rows on a page: with a hundred contests it has twenty thousand cells. */
const PAGE_SIZE = 100;

interface ScorePageProps {
  table: ScoreTable;
  isStale: boolean;
  /** Number of the wanted page, from 1. */
  wanted: number;
  to: (page: number) => string;
}

/** A page of the scores; the own row comes first where it stands on another page. */
function ScorePage({ table, isStale, wanted, to }: ScorePageProps) {
  const me = useMe();
  const last = pagesNumber(table.rows.length, PAGE_SIZE);
  const page = Math.min(wanted, last);
  const rows = table.rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const own = table.rows.find(({ user }) => user.id === me.id);
  const shown = own && !rows.includes(own) ? [own, ...rows] : rows;
  return (
    <>
      <ScoreSheet header={table.header} rows={shown} isStale={isStale} />
      <Pager current={page} last={last} reach={PAGER_REACH} to={to} />
    </>
  );
}

interface PointsFieldProps {
  name: keyof Points;
  value: number;
  onChange: (value: number) => void;
}

/** Points per problem; applied a moment after the last key and kept in the address. */
function PointsField({ name, value, onChange }: PointsFieldProps) {
  const { t } = useTranslation();
  const [typed, change] = useTyped<number | string>(value, APPLY_DEBOUNCE_MS, (next) => {
    if (typeof next === 'number') onChange(next); // what is half typed is a text
  });
  return (
    <NumberInput
      className={classes.points ?? ''}
      label={t(`rating.${name}`)}
      value={typed}
      onChange={change}
      decimalScale={6}
      min={-100_000}
      max={100_000}
    />
  );
}

/** Saves the table; waits while the drawn one is that of the points before. */
function CsvButton({ table, isStale }: { table: ScoreTable; isStale: boolean }) {
  const { t, i18n } = useTranslation();
  function download() {
    const words = {
      place: t('rating.place'),
      participant: t('rating.participant'),
      inTime: t('rating.inTime'),
      later: t('rating.later'),
      sum: t('rating.sum'),
    };
    downloadText('rating.csv', csvOf(table, words, csvSeparator(i18n.language)));
  }
  return (
    <Button
      className={classes.csv ?? ''}
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      disabled={isStale}
      onClick={download}
    >
      {t('rating.csv')}
    </Button>
  );
}
