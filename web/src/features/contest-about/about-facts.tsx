import type { Contest } from '@balloon/contracts/contests.ts';
import { type ContestStatus, endTimeMs, practiceEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-about/contest-about.module.css';
import { useDurationText } from '#features/contests/duration-text.ts';
import { problemLanguagesQuery } from '#features/problems/problems.data.ts';
import { useAtServerNow } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';

/** Further facts about the contest, as pairs of name and value. */
export function AboutFacts({ contest, status }: { contest: Contest; status: ContestStatus }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const durationText = useDurationText();
  const zone = useAtServerNow(formats.zone);
  const { windowTimeMs } = contest;
  const freezeMs =
    contest.relativeFreezeTimeMs < contest.durationTimeMs
      ? contest.periodEndTimeMs - Math.max(contest.absoluteFreezeTimeMs, contest.periodStartTimeMs)
      : 0;
  const isFrozenThroughout =
    windowTimeMs !== null && freezeMs === contest.periodEndTimeMs - contest.periodStartTimeMs;
  const instant = (atMs: number) => (
    <time dateTime={new Date(atMs).toISOString()} title={formats.exact(atMs)}>
      {formats.dateTime(atMs)}
    </time>
  );
  return (
    <section>
      <h2 className={classes.subtitle}>{t('about.facts')}</h2>
      <p className={classes.zone}>{t('contests.zone', { zone })}</p>
      <dl className={classes.facts}>
        {windowTimeMs !== null && (
          <>
            <Fact name={t('about.period')}>
              {instant(contest.periodStartTimeMs)} – {instant(contest.periodEndTimeMs)}
            </Fact>
            <Fact name={t('about.window')}>
              {t('about.windowText', { duration: durationText(windowTimeMs) })}
            </Fact>
          </>
        )}
        {(windowTimeMs === null || contest.ownStartedAtMs !== null) && (
          <>
            <Fact name={t(windowTimeMs === null ? 'about.start' : 'about.ownStart')}>
              {instant(contest.startTimeMs)}
            </Fact>
            <Fact name={t(windowTimeMs === null ? 'about.end' : 'about.ownEnd')}>
              {instant(endTimeMs(contest))}
            </Fact>
          </>
        )}
        {contest.ownExtraTimeMs > 0 && (
          <Fact name={t('about.ownExtraTime')}>
            {t('about.ownExtraTimeText', { duration: durationText(contest.ownExtraTimeMs) })}
          </Fact>
        )}
        {contest.removedIntervals.length > 0 && (
          <Fact name={t('about.removedIntervals')}>
            {contest.removedIntervals
              .map(({ fromMs, toMs }) => `${formats.dateTime(fromMs)} – ${formats.time(toMs)}`)
              .join('; ')}
          </Fact>
        )}
        {windowTimeMs === null && (
          <Fact name={t('about.duration')}>{durationText(contest.durationTimeMs)}</Fact>
        )}
        <Fact name={t('about.freeze')}>
          {isFrozenThroughout && t('about.frozenThroughout')}
          {!isFrozenThroughout &&
            (freezeMs > 0
              ? t('about.freezeBefore', { duration: durationText(freezeMs) })
              : t('about.noFreeze'))}
        </Fact>
        <Fact name={t('about.practice')}>
          {contest.hasPracticeTime ? (
            <>
              {t('about.practiceUntil')} {instant(practiceEndTimeMs(contest))}
            </>
          ) : (
            t('about.noPractice')
          )}
        </Fact>
        <Fact name={t('about.problems')}>{formats.number(contest.problemsNumber)}</Fact>
        <Fact name={t('about.participants')}>{formats.number(contest.participantsNumber)}</Fact>
        {contest.confines && <Fact name={t('about.rest')}>{t('about.restClosed')}</Fact>}
        {contest.bindsDevices && <Fact name={t('about.device')}>{t('about.oneDevice')}</Fact>}
        <Fact name={t('about.rated')}>{t(contest.isRated ? 'about.isRated' : 'about.isUnrated')}</Fact>
      </dl>
      {status !== 'WAITING' && contest.problemsNumber > 0 && <Languages contestId={contest.id} />}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Languages of the first problem, which stand for the contest; empty while they are unknown. */
function Languages({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(problemLanguagesQuery(contestId, 'A'));
  const usable = data.filter(({ nonactive }) => !nonactive);
  if (usable.length === 0) return null;
  return (
    <>
      <h2 className={classes.subtitle}>{t('about.languages')}</h2>
      <ul className={classes.languages}>
        {usable.map(({ id, name, version }) => (
          <li key={id}>
            {name}
            {version !== null && <span className={classes.version}>{version}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
