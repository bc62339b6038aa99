import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import type { ContestStatus } from '@balloon/domain/contests/contest-phase.ts';
import { formatCountdown } from '@balloon/domain/contests/contest-time.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Tile, tilesInNeed } from '#features/contest-control/attention.ts';
import classes from '#features/contest-control/control-tiles.module.css';
import { windowsPath } from '#features/contest-control/windows/windows.url.ts';
import { failedSolutionsPath } from '#features/contest-frame/judging-faults.tsx';
import { openReaders } from '#features/messages/desk/readers-dialog.tsx';
import { useFormats } from '#shared/text/format.ts';

interface Looks {
  state: ContestControl;
  status: ContestStatus;
  nowMs: number;
}

/** Figures that decide whether somebody has to act; those that do carry a sign. */
export function ControlTiles({ state, status, nowMs }: Looks) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { queue, judges, questions, people } = state;
  const needs = tilesInNeed(state, status, nowMs);
  const age = (atMs: number) => formatCountdown(Math.max(0, nowMs - atMs));
  const isAlert = (tile: Tile) => needs.has(tile);
  const queueText = () => {
    if (queue.oldestSentAtMs !== null) return t('control.oldest', { age: age(queue.oldestSentAtMs) });
    if (queue.waiting === 0) return t('control.queueEmpty');
    return queue.waiting > queue.paused ? t('control.onlyAgain') : null;
  };
  return (
    <ul className={classes.tiles}>
      <Figure name={t('control.queue')} value={formats.number(queue.waiting)} isAlert={isAlert('queue')}>
        <p>{queueText()}</p>
        <p>{t('control.testing', { number: formats.number(queue.testing) })}</p>
        {queue.paused > 0 && <p>{t('control.paused', { number: formats.number(queue.paused) })}</p>}
      </Figure>
      <Figure name={t('control.judges')} value={formats.number(judges.available)} isAlert={isAlert('judges')}>
        <p>
          {judges.available === 0
            ? t('control.noJudges')
            : t('control.slots', { busy: judges.busy, slots: judges.slots })}
        </p>
      </Figure>
      <Figure
        name={t('control.questions')}
        value={formats.number(questions.open)}
        isAlert={isAlert('questions')}
      >
        <p>
          {questions.oldestPostedAtMs === null
            ? t('control.noQuestions')
            : t('control.oldest', { age: age(questions.oldestPostedAtMs) })}
        </p>
        {questions.open > 0 && (
          <Link className={classes.link} to={`/contest/${state.contest.id}/messages`}>
            {t('control.answer')}
          </Link>
        )}
      </Figure>
      <UrgentFigure state={state} isAlert={isAlert('urgent')} />
      {state.windows !== null && <WindowsFigure contest={state.contest} windows={state.windows} />}
      {isAlert('faults') && <FaultFigure state={state} />}
      <Figure
        name={t('control.online')}
        value={`${formats.number(people.online)} / ${formats.number(people.joined)}`}
        isAlert={false}
      >
        <p>{t('control.onlineNote')}</p>
        {people.invited !== null && <p>{t('control.invited', { number: formats.number(people.invited) })}</p>}
        {people.neverSignedIn > 0 && (
          <p>{t('control.neverSignedIn', { number: formats.number(people.neverSignedIn) })}</p>
        )}
      </Figure>
    </ul>
  );
}

/** How many participants of a floating contest run now, with the way to who they are. */
function WindowsFigure({
  contest,
  windows,
}: {
  contest: ContestControl['contest'];
  windows: NonNullable<ContestControl['windows']>;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <Figure name={t('windows.runNow')} value={formats.number(windows.running)} isAlert={false}>
      <p>{t('windows.tab.waiting', { number: formats.number(windows.waiting) })}</p>
      <p>{t('windows.tab.ended', { number: formats.number(windows.ended) })}</p>
      <Link className={classes.link} to={windowsPath(contest.id)}>
        {t('windows.open')}
      </Link>
    </Figure>
  );
}

/** Urgent messages that somebody has not read; the newest opens who. */
function UrgentFigure({ state, isAlert }: { state: ContestControl; isAlert: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { urgent, contest } = state;
  const [newest] = urgent;
  return (
    <Figure name={t('control.urgent')} value={formats.number(urgent.length)} isAlert={isAlert}>
      {newest === undefined ? (
        <p>{t('control.noUrgent')}</p>
      ) : (
        <>
          <p className={classes.excerpt}>{newest.text}</p>
          <button
            type="button"
            className={classes.link}
            onClick={() => openReaders(contest.id, newest.messageId)}
          >
            {t('control.readBy', { read: newest.read, all: newest.all })}
          </button>
        </>
      )}
    </Figure>
  );
}

/** Solutions that judges failed at, with the causes that are known; there only while there are some. */
function FaultFigure({ state: { contest, problems, faults } }: { state: ContestControl }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const failing = problems.filter(({ failed }) => failed > 0);
  const failed = failing.reduce((sum, problem) => sum + problem.failed, 0);
  return (
    <Figure name={t('faults.name')} value={formats.number(failed)} isAlert>
      {failing.map(({ problemId, symbolIndex }) => (
        <Link key={problemId} className={classes.link} to={failedSolutionsPath(contest.id, problemId)}>
          {[
            symbolIndex,
            ...faults
              .filter((fault) => fault.problemId === problemId)
              .map(({ cause }) => t(`faults.${cause}`)),
          ].join(' · ')}
        </Link>
      ))}
    </Figure>
  );
}

function Figure({
  name,
  value,
  isAlert,
  children,
}: {
  name: string;
  value: string;
  isAlert: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <li className={classes.tile} data-alert={isAlert || undefined}>
      <p className={classes.name}>
        {name}
        {isAlert && <IconAlertTriangle size={18} stroke={2} role="img" aria-label={t('control.needsYou')} />}
      </p>
      <p className={classes.value}>{value}</p>
      <div className={classes.note}>{children}</div>
    </li>
  );
}
