import type { Contest } from '@balloon/contracts/contests.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-about/contest-about.module.css';
import { ownTimeQuery } from '#features/contests/contests.data.ts';
import { ownTimeText } from '#features/contests/own-time-text.ts';
import { useFormats } from '#shared/text/format.ts';

/** What became of the viewer's own window of a floating contest, once organisers have changed something about it. */
export function OwnTimeChanges({ contest }: { contest: Contest }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isAsked = contest.windowTimeMs !== null && contest.joined;
  const { data } = useQuery({ ...ownTimeQuery(contest.id), enabled: isAsked });
  if (!isAsked || !data?.changes.some(({ isOwn }) => !isOwn)) return null;
  return (
    <section>
      <h2 className={classes.subtitle}>{t('ownTime.title')}</h2>
      <dl className={classes.changes}>
        {data.changes.map((change) => (
          <div key={`${change.atMs} ${change.startedAtMs} ${change.extraTimeMs}`} className={classes.change}>
            <dt>
              <time dateTime={new Date(change.atMs).toISOString()} title={formats.exact(change.atMs)}>
                {formats.dateTime(change.atMs)}
              </time>
            </dt>
            <dd>{ownTimeText(change, formats)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
