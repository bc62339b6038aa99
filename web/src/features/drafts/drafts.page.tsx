import type { ContestDrafts, DraftRow } from '@balloon/contracts/hall/drafts.ts';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { draftsQuery } from '#features/drafts/drafts.data.ts';
import classes from '#features/drafts/drafts.module.css';
import { useFormats } from '#shared/text/format.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { SearchField } from '#shared/ui/forms/search-field.tsx';
import { ContestHead } from '#shared/ui/lists/list-head.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { AwaitedScreen } from '#shared/ui/states/placeholders.tsx';
import { EmptyState } from '#shared/ui/states/states.tsx';

/** Most rows that are drawn; others are found by words. */
const SHOWN = 300;

/** /admin/contests/{id}/drafts: of whom drafts of which problems are kept. */
export function Component() {
  const contestId = Number(useParams().contestId);
  const { t } = useTranslation();
  const { data: drafts, error, refetch } = useQuery(draftsQuery(contestId));
  usePageTitle(drafts && t('drafts.title', { contest: drafts.contest.name }), error);
  if (!drafts)
    return (
      <AwaitedScreen
        className={classes.page}
        title={t('drafts.heading')}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return <Drafts drafts={drafts} />;
}

function Drafts({ drafts: { contest, people, drafts } }: { drafts: ContestDrafts }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const names = new Map(people.map((person) => [person.id, person.fullName || person.username]));
  const nameOf = ({ userId }: DraftRow) => names.get(userId) ?? `#${userId}`;
  const writersOf = ({ memberIds }: DraftRow) => memberIds.map((id) => names.get(id) ?? `#${id}`).join(', ');
  const rows = drafts
    .filter((row) =>
      `${nameOf(row)} ${writersOf(row)} ${row.symbolIndex}`.toLowerCase().includes(q.trim().toLowerCase()),
    )
    .sort((a, b) => b.insertedAtOnce - a.insertedAtOnce || nameOf(a).localeCompare(nameOf(b)));
  return (
    <div className={classes.page}>
      <ContestHead title={t('drafts.heading')} contest={contest.name}>
        <Link to={`/admin/contests/${contest.id}/live`}>{t('adminContests.control')}</Link>
        <Link to={`/admin/contests/${contest.id}/similarity`}>{t('similarity.heading')}</Link>
      </ContestHead>
      {!contest.keepsDrafts && (
        <Notice tone="warning" icon={<IconHistory size={20} aria-hidden />}>
          {t('drafts.off')} <Link to={`/admin/contests/edit/${contest.id}`}>{t('devices.offLink')}</Link>
        </Notice>
      )}
      {(contest.keepsDrafts || drafts.length > 0) && (
        <p className={classes.hint}>{t('drafts.hint', { until: formats.dateTime(contest.keptUntilMs) })}</p>
      )}
      {drafts.length === 0 ? (
        <EmptyState
          icon={<IconHistory size={44} stroke={1.4} aria-hidden />}
          title={t('drafts.none')}
          text={t('drafts.noneText')}
        />
      ) : (
        <>
          <SearchField
            label={t('drafts.find')}
            query={q}
            debounceMs={200}
            onSearch={(word) => setParams(word === '' ? {} : { q: word }, { replace: true })}
          />
          <ScrollRegion className={classes.scroll} label={t('drafts.heading')}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th>{t('drafts.person')}</th>
                  <th className={classes.number}>{t('drafts.snapshots')}</th>
                  <th className={classes.number}>{t('drafts.atOnce')}</th>
                  <th>{t('drafts.time')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.slice(0, SHOWN).map((row) => (
                  <tr key={`${row.userId} ${row.symbolIndex}`}>
                    <td>
                      <Link to={`${row.userId}/${row.symbolIndex}`}>
                        {row.symbolIndex} · {nameOf(row)}
                      </Link>
                      {row.memberIds.length > 0 && <p className={classes.writers}>{writersOf(row)}</p>}
                    </td>
                    <td className={classes.number}>{formats.number(row.snapshots)}</td>
                    <td className={classes.number}>{formats.number(row.insertedAtOnce)}</td>
                    <td className={classes.when}>
                      {formats.dateTime(row.firstAtMs)} – {formats.time(row.lastAtMs)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
          {rows.length > SHOWN && <p>{t('devices.more', { count: rows.length - SHOWN })}</p>}
        </>
      )}
    </div>
  );
}
