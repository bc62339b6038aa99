import type { DraftStep, DraftTimeline } from '@balloon/contracts/hall/drafts.ts';
import { IconClipboardText, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { DraftDifference } from '#features/drafts/draft-difference.tsx';
import { type DraftOf, timelineQuery } from '#features/drafts/drafts.data.ts';
import classes from '#features/drafts/drafts.module.css';
import {
  ofWriter,
  placeOf,
  timelineEntries,
  type Writer,
  writersOf,
} from '#features/drafts/timeline-entries.ts';
import { formatContestTime } from '#shared/text/contest-time.ts';
import { useFormats } from '#shared/text/format.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { VerdictName } from '#shared/ui/labels/verdict-name.tsx';
import { ContestHead, LinkTabs } from '#shared/ui/lists/list-head.tsx';
import { AwaitedScreen } from '#shared/ui/states/placeholders.tsx';
import { EmptyState } from '#shared/ui/states/states.tsx';

/** /admin/contests/{id}/drafts/{person}/{problem}: how a program came to be. */
export function Component() {
  const { contestId, userId, problemIndex = '' } = useParams();
  const draft = { contestId: Number(contestId), userId: Number(userId), letter: problemIndex };
  const { t } = useTranslation();
  const { data: timeline, error, refetch } = useQuery(timelineQuery(draft));
  usePageTitle(timeline && t('drafts.timelineOf', { name: nameOf(timeline), index: problemIndex }), error);
  if (!timeline)
    return (
      <AwaitedScreen
        className={classes.page}
        title={t('drafts.heading')}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return <Timeline draft={draft} timeline={timeline} />;
}

const nameOf = ({ author }: DraftTimeline) => author.fullName || author.username;

function Timeline({ draft, timeline }: { draft: DraftOf; timeline: DraftTimeline }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [params] = useSearchParams();
  const { contest, problem, steps, members } = timeline;
  const writers = new Map<number | undefined, string>(
    members.map(({ id, fullName, username }) => [id, fullName || username]),
  );
  const choices = writersOf(timeline);
  const by = choices.find((writer) => String(writer) === params.get('by'));
  const part = by === undefined ? timeline : ofWriter(timeline, by);
  const shown = part.steps.find((step) => placeOf(step) === params.get('at'));
  const writerName = (writer: Writer | undefined) => {
    if (writer === undefined) return t('drafts.allWriters');
    return (writer === 'account' ? undefined : writers.get(writer)) ?? t('drafts.account');
  };
  const most = Math.max(1, ...steps.map(({ characters }) => characters));
  return (
    <div className={classes.page}>
      <ContestHead
        title={nameOf(timeline)}
        contest={`${problem.symbolIndex}. ${problem.title} · ${contest.name}`}
      >
        <Link to={`/admin/contests/${contest.id}/drafts`}>{t('drafts.all')}</Link>
      </ContestHead>
      {steps.length === 0 ? (
        <EmptyState
          icon={<IconHistory size={44} stroke={1.4} aria-hidden />}
          title={t('drafts.none')}
          text={t('drafts.noneText')}
        />
      ) : (
        <>
          <p className={classes.hint}>{t('drafts.hint', { until: formats.dateTime(contest.keptUntilMs) })}</p>
          {choices.length > 1 && (
            <div>
              <LinkTabs
                label={t('drafts.writers')}
                tabs={[undefined, ...choices].map((writer) => ({
                  name: writerName(writer),
                  to: writer === undefined ? '?' : `?by=${writer}`,
                  isCurrent: writer === by,
                }))}
              />
            </div>
          )}
          <div className={classes.columns}>
            <ol className={classes.steps} aria-label={t('drafts.timeline')}>
              {timelineEntries(part).map(({ key, atMs, step, solution }) => (
                <li
                  key={key}
                  className={step ? classes.step : classes.sent}
                  data-shown={step && step === shown}
                >
                  <span className={classes.time}>{formatContestTime(atMs - contest.startTimeMs)}</span>
                  {step && (
                    <Snapshot
                      step={step}
                      most={most}
                      by={by}
                      isShown={step === shown}
                      writer={writers.get(step.memberId)}
                    />
                  )}
                  {solution && (
                    <Sent
                      contestId={contest.id}
                      solution={solution}
                      writer={writers.get(solution.memberId)}
                    />
                  )}
                </li>
              ))}
            </ol>
            {shown ? (
              <DraftDifference
                key={placeOf(shown)}
                draft={draft}
                step={shown}
                startTimeMs={contest.startTimeMs}
              />
            ) : (
              <p className={classes.choose}>{t('drafts.choose')}</p>
            )}
          </div>
        </>
      )}
    </div>
  );
}

function Snapshot({
  step,
  most,
  isShown,
  writer,
  by,
}: {
  step: DraftStep;
  most: number;
  isShown: boolean;
  /** Writer whose snapshots alone are shown; undefined: all. */
  by: Writer | undefined;
  /** Member of a team who wrote; undefined: the account itself. */
  writer: string | undefined;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { characters, newLines, goneLines, block, isLargeBlock } = step;
  const length = t('drafts.characters', { count: characters, number: formats.number(characters) });
  return (
    <Link
      className={classes.snapshot}
      to={`?${new URLSearchParams({ ...(by !== undefined && { by: String(by) }), at: placeOf(step) })}`}
      replace
      preventScrollReset
      aria-current={isShown || undefined}
      data-large={isLargeBlock || undefined}
    >
      <span className={classes.bar} aria-hidden>
        <span className={classes.filled} style={{ width: `${(100 * characters) / most}%` }} />
      </span>
      <span className={classes.facts}>
        {writer !== undefined && `${writer} · `}
        {length} · +{newLines} −{goneLines}
      </span>
      {isLargeBlock && block && (
        <span className={classes.large}>
          <IconClipboardText size={16} stroke={1.7} aria-hidden />
          {t('drafts.large', { count: block.lines })}
        </span>
      )}
    </Link>
  );
}

function Sent({
  contestId,
  solution,
  writer,
}: {
  contestId: number;
  solution: DraftTimeline['solutions'][number];
  /** Member of a team who sent it; undefined: the account itself. */
  writer: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <span className={classes.sentFacts}>
      <Link to={`/contest/${contestId}/source/${solution.id}`}>{t('drafts.sent')}</Link>
      {writer !== undefined && <span>{writer}</span>}
      {solution.verdictId !== null && <VerdictName verdictId={solution.verdictId} />}
    </span>
  );
}
