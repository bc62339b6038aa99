import type { ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import type { VerdictUpdated } from '@balloon/contracts/socket/events.ts';
import { notifications } from '@mantine/notifications';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import classes from '#features/contest-frame/verdict-moment.module.css';
import { useOwnParticipantId } from '#features/contests/own-part.ts';
import { contestProblemsQuery } from '#features/problems/problems.data.ts';
import { useSocketEvent } from '#shared/api/live/socket.ts';
import { currentLocale } from '#shared/text/i18n.ts';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';
import { verdictTone } from '#shared/ui/labels/verdict.ts';
import { VerdictName } from '#shared/ui/labels/verdict-name.tsx';
import { closeButton } from '#shared/ui/toasts/toasts.ts';

/** Long enough to be noticed and read, short enough not to cover a part of the screen in use. */
const TOAST_MS = 8_000;
/** Screens that show a person's verdicts: all of them, or those on the problem of the address. */
const SHOW_ALL = ['solutions', 'source'];
const SHOW_OWN_PROBLEM = ['send', 'problems'];

interface Flight {
  solutionId: number;
  index: string;
  color: string | undefined;
}

/**
 * Reaction of every screen of the contest to the person's own verdict: a toast if they are not looking at
 * their submissions, and a balloon if it was accepted. Never takes the focus.
 */
export function VerdictMoment({ contestId }: { contestId: number }) {
  const ownId = useOwnParticipantId(contestId);
  const queryClient = useQueryClient();
  const { t } = useTranslation();
  const [flights, setFlights] = useState<Flight[]>([]);
  const told = useRef(new Map<number, number>());
  const [, , , area = '', letter] = useLocation().pathname.split('/');
  const sees = (index: string) =>
    SHOW_ALL.includes(area) || (SHOW_OWN_PROBLEM.includes(area) && letter?.toUpperCase() === index);

  useSocketEvent('verdict updated', (update) => {
    if (update.userId !== ownId || update.contestId !== contestId || !update.verdict?.isTerminal) return;
    const { id: verdictId, name } = update.verdict;
    if (verdictId === null || told.current.get(update.id) === verdictId) return;
    told.current.set(update.id, verdictId);
    if (!sees(update.internalSymbolIndex)) {
      void titleOf(queryClient, update).then((title) =>
        showVerdictToast(update, { verdictId, name, title }, t('verdict.open')),
      );
    }
    if (verdictTone(verdictId) === 'accepted' && !wantsStillness()) {
      setFlights((others) => [...others, flightOf(queryClient, contestId, update)]);
    }
  });

  return flights.map((flight) => (
    <div
      key={flight.solutionId}
      className={classes.flight}
      aria-hidden
      onAnimationEnd={() =>
        setFlights((all) => all.filter(({ solutionId }) => solutionId !== flight.solutionId))
      }
    >
      <ProblemBalloon index={flight.index} color={flight.color} size={76} />
      <span className={classes.string} />
    </div>
  ));
}

function showVerdictToast(
  update: VerdictUpdated,
  verdict: { verdictId: number; name: string; title: string },
  open: string,
): void {
  notifications.show({
    id: `verdict ${update.id}`,
    role: 'status',
    className: 'toast',
    withBorder: false,
    color: verdictTone(verdict.verdictId) === 'accepted' ? 'green' : 'gray',
    autoClose: TOAST_MS,
    closeButtonProps: closeButton(),
    title: (
      <>
        {update.internalSymbolIndex}. <VerdictName verdictId={verdict.verdictId} fallback={verdict.name} />
      </>
    ),
    message: (
      <Link to={`/contest/${update.contestId}/source/${update.id}`} className={classes.open}>
        {verdict.title} — {open}
      </Link>
    ),
  });
}

/** Title of the problem in the reader's language: an event has the same title for everybody. */
async function titleOf(queryClient: QueryClient, update: VerdictUpdated): Promise<string> {
  const list = contestProblemsQuery(update.contestId, currentLocale());
  const problems = await queryClient.ensureQueryData(list).catch(() => []);
  return problems.find(({ id }) => id === update.problemId)?.title ?? update.problem.title;
}

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Balloon with the colour from the problem list if that was loaded, otherwise with that of the letters. */
function flightOf(queryClient: QueryClient, contestId: number, update: VerdictUpdated): Flight {
  const lists = queryClient.getQueriesData<ListedContestProblem[]>({
    queryKey: ['contest', contestId, 'problems'],
  });
  const problem = lists.flatMap(([, list]) => list ?? []).find(({ id }) => id === update.problemId);
  return { solutionId: update.id, index: update.internalSymbolIndex, color: problem?.color };
}
