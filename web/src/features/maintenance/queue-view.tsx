import type { Queue, QueuedWork } from '@balloon/contracts/site/maintenance.ts';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queueQuery, serverStatusQuery } from '#features/maintenance/server.data.ts';
import classes from '#features/maintenance/server.module.css';
import { serverPath, WORK_KINDS, type WorkKind } from '#features/maintenance/server.url.ts';
import { useServerFormats } from '#features/maintenance/server-format.ts';
import { WorkMenu } from '#features/maintenance/work-menu.tsx';
import { languageName, WorkRemarks, WorkState, WorkSubject } from '#features/maintenance/work-parts.tsx';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { useLocale } from '#shared/text/i18n.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { LinkTabs } from '#shared/ui/lists/list-head.tsx';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** What waits for judges or is with one, by kind, in the order in which it is taken. */
export function QueueView({ kind }: { kind: WorkKind | null }) {
  const { t } = useTranslation();
  const { data: status } = useQuery(serverStatusQuery);
  const count = (one: WorkKind) => {
    const state = status?.queue[one === 'import' ? 'imports' : one];
    return state ? ` ${state.waiting + state.running}` : '';
  };
  return (
    <>
      <div className={classes.kinds}>
        <LinkTabs
          label={t('server.kinds')}
          tabs={[
            { name: t('server.kind.all'), to: serverPath({ view: 'queue' }), isCurrent: kind === null },
            ...WORK_KINDS.map((one) => ({
              name: `${t(`server.kind.${one}`)}${count(one)}`,
              to: serverPath({ view: 'queue', kind: one }),
              isCurrent: one === kind,
            })),
          ]}
        />
      </div>
      <QueueList kind={kind} nowMs={status?.nowMs ?? Date.now()} />
    </>
  );
}

function QueueList({ kind, nowMs }: { kind: WorkKind | null; nowMs: number }) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const { data: queue, error, refetch } = useQuery(queueQuery(kind, useLocale()));
  if (!queue) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <RowsPlaceholder />;
  }
  if (queue.works.length === 0) {
    return (
      <EmptyState
        icon={<IconInbox size={44} stroke={1.5} aria-hidden />}
        title={t('server.queueEmpty')}
        text={t('server.queueEmptyText')}
      />
    );
  }
  if (isPhone) return <QueueCards queue={queue} nowMs={nowMs} />;
  const hidden = queue.worksNumber - queue.works.length;
  return (
    <>
      <ScrollRegion className={classes.scroller} label={t('server.view.queue')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('server.work')}</th>
              <th scope="col">{t('server.author')}</th>
              <th scope="col">{t('server.language')}</th>
              <th scope="col">{t('server.state')}</th>
              <th scope="col">{t('server.sent')}</th>
              <th scope="col" aria-label={t('server.actions')} />
            </tr>
          </thead>
          <tbody>
            {queue.works.map((work) => (
              <WorkRow key={work.id} work={work} nowMs={nowMs} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {hidden > 0 && <p className={classes.more}>{t('server.moreWorks', { count: hidden })}</p>}
    </>
  );
}

/** Queue as cards, since a phone has no room for columns. */
function QueueCards({ queue: { works, worksNumber }, nowMs }: { queue: Queue; nowMs: number }) {
  const { t } = useTranslation();
  const { ago } = useServerFormats();
  const hidden = worksNumber - works.length;
  return (
    <>
      <ul className={classes.cards} aria-label={t('server.view.queue')}>
        {works.map((work) => (
          <li key={work.id} className={classes.card}>
            <div className={classes.cardText}>
              <WorkSubject work={work} />
              <WorkRemarks work={work} />
              <span className={classes.cardState}>
                <WorkState work={work} />
              </span>
              <span className={classes.under}>
                {[
                  work.author?.name,
                  languageName(work.languageKey),
                  work.sentAtMs === null ? null : ago(nowMs - work.sentAtMs),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
            <WorkMenu work={work} />
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className={classes.more}>{t('server.moreWorks', { count: hidden })}</p>}
    </>
  );
}

function WorkRow({ work, nowMs }: { work: QueuedWork; nowMs: number }) {
  const { ago } = useServerFormats();
  const { author, languageKey, sentAtMs } = work;
  return (
    <tr>
      <th scope="row">
        <WorkSubject work={work} />
        <WorkRemarks work={work} />
      </th>
      <td>{author?.name ?? '–'}</td>
      <td>{languageName(languageKey) ?? '–'}</td>
      <td>
        <WorkState work={work} />
      </td>
      <td className={classes.nowrap}>{sentAtMs === null ? '–' : ago(nowMs - sentAtMs)}</td>
      <td className={classes.action}>
        <WorkMenu work={work} />
      </td>
    </tr>
  );
}
