import type { ServerToClientEvents } from '@balloon/contracts/socket/events.ts';
import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { findContest } from '#features/contests/contests.queries.ts';
import { dismissOutsiders } from '#features/contests/dismiss-outsiders.ts';
import { supervises } from '#features/contests/supervision.ts';
import { tellListsOfAll } from '#features/solutions/lists-of-all.ts';
import { RecentSolutions, type ToldSolution } from '#features/solutions/recent-solutions.ts';
import {
  findSolutions,
  renderSolution,
  type StoredSolution,
  seesPreciseVerdicts,
  shownOutside,
} from '#features/solutions/solution-view.ts';
import { finalUpdate, interimUpdate } from '#features/solutions/verdict-update.ts';
import type { AnnouncementTypes } from '#realtime/announcements.ts';
import { LoadTogether } from '#realtime/load-together.ts';
import { contestOfRoom, ROOMS } from '#realtime/rooms.ts';
import { TurnsByKey } from '#realtime/turns-by-key.ts';
import type { Services } from '#services.ts';

type Change = AnnouncementTypes['solution.changed'];
type Step = AnnouncementTypes['solution.progress'];
type Resets = AnnouncementTypes['solutions.reset'];

/** Most resets sent as single events; more are sent as one event, except to older clients. */
const MAX_SINGLE_RESETS = 20;

/**
 * Notifies this process's sockets of events of solutions: the author and supervisors of the contest only.
 * Queries the database only when one of them is connected here. Events of one solution keep their order.
 */
export function tellSolutionEvents(services: Services): () => void {
  const { announcements } = services;
  const teller = new SolutionTeller(services);
  const stops = [
    announcements.on('solution.changed', (change) => teller.tellChange(change)),
    announcements.on('solution.progress', (step) => teller.tellStep(step)),
    announcements.on('solutions.reset', (resets) => teller.tellResets(resets)),
    announcements.on('contest.changed', ({ contestId }) => {
      teller.contestChanged(contestId);
      tellListsOfAll(services, contestId).catch((error) =>
        services.log.warn(
          { err: error, contestId },
          'lists of solutions were not told of a change of the contest',
        ),
      );
    }),
    announcements.on('contest.event', ({ contestId, type }) => {
      if (type === 'left') teller.recheckListeners(contestId);
      if (type === 'joined') teller.recheckOutsiders(contestId);
    }),
    announcements.on('resync', () => teller.recheckAll()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

class SolutionTeller {
  readonly #services: Services;
  /** Queues by solution. */
  readonly #turns: TurnsByKey;
  /** Queues by contest. */
  readonly #rechecks: TurnsByKey;
  /** Contests whose check has yet to begin: one stands for all changes before it. */
  readonly #toRecheck = new Set<number>();
  readonly #loader: LoadTogether<number, ToldSolution>;
  readonly #recent: RecentSolutions;

  constructor(services: Services) {
    this.#services = services;
    this.#turns = new TurnsByKey(services.log);
    this.#rechecks = new TurnsByKey(services.log);
    this.#loader = new LoadTogether((ids) => loadSolutions(services, ids));
    this.#recent = new RecentSolutions((id) => this.#loader.get(id));
  }

  tellChange(change: Change) {
    this.#recent.forget(change.solutionId);
    this.#inTurn(change, (rooms) => this.#change(change, rooms));
  }

  tellStep(step: Step) {
    this.#inTurn(step, async (audience) => {
      const told = await this.#recent.get(step.solutionId);
      if (!told) return;
      this.#emit(audience, told, 'verdict updated', (solution, isPrecise) =>
        interimUpdate(solution, {
          ...step,
          ...(step.outside ? { outside: shownOutside(step.outside, isPrecise) } : {}),
        }),
      );
    });
  }

  async #change({ solutionId, what }: Change, audience: Audience) {
    this.#recent.forget(solutionId); // again: a step before us may have been loading it
    if (what === 'deleted') return this.#services.sockets.emit(everybodyOf(audience), 'resync', {});
    // Steps follow a new solution, and nothing a verdict.
    const told = await (what === 'created' ? this.#recent : this.#loader).get(solutionId);
    if (!told) return;
    if (what === 'created') return this.#emit(audience, told, 'new solution', (solution) => solution);
    this.#emit(audience, told, 'verdict updated', finalUpdate);
  }

  /** Sends everybody what they may see: all the same thing, unless the contest joins verdicts. */
  #emit<Event extends 'new solution' | 'verdict updated'>(
    audience: Audience,
    { forAuthor, forSupervisors }: ToldSolution,
    event: Event,
    render: (solution: Solution, isPrecise: boolean) => Payload<Event> | undefined,
  ) {
    const { sockets } = this.#services;
    const precise = render(forSupervisors, true);
    if (!precise) return;
    if (forAuthor === forSupervisors) return sockets.emit(everybodyOf(audience), event, precise);
    sockets.emit(audience.supervisors, event, precise);
    const joined = render(forAuthor, false);
    if (joined) sockets.emit(audience.author, event, joined, audience.supervisors);
  }

  /** Notifies supervisors of all resets, and each author of their own. */
  tellResets({ contestId, solutions }: Resets) {
    for (const { id } of solutions) this.#recent.forget(id);
    const idsOf = Map.groupBy(solutions, ({ userId }) => userId);
    const roomsOf = (userId: number) => roomsOfAuthor(contestId, userId);
    const supervisors = roomsOfSupervisors(contestId);
    const rooms = [...supervisors, ...[...idsOf.keys()].flatMap(roomsOf)];
    this.#inTurnOf(
      solutions.map(({ id }) => id),
      contestId,
      rooms,
      async (moderators) => {
        for (const { id } of solutions) this.#recent.forget(id); // again: a step before us may have been loading it
        const all = [...supervisors, ...moderators];
        this.#emitResets(contestId, all, solutions, []);
        for (const [userId, own] of idsOf) this.#emitResets(contestId, roomsOf(userId), own, all);
      },
    );
  }

  #emitResets(contestId: number, rooms: string[], solutions: Resets['solutions'], except: readonly string[]) {
    const { sockets } = this.#services;
    const solutionIds = solutions.map(({ id }) => id);
    if (solutionIds.length > MAX_SINGLE_RESETS) {
      sockets.emit(rooms, 'reset solutions', { contestId, solutionIds }, except);
      return;
    }
    for (const solutionId of solutionIds) sockets.emit(rooms, 'reset solution', { solutionId }, except);
  }

  #inTurn(about: Change | Step, tell: (audience: Audience) => Promise<void>) {
    const { contestId, userId, solutionId } = about;
    const author = roomsOfAuthor(contestId, userId);
    const supervisors = roomsOfSupervisors(contestId);
    this.#inTurnOf([solutionId], contestId, [...author, ...supervisors], (moderators) =>
      tell({ author, supervisors: [...supervisors, ...moderators] }),
    );
  }

  /** Sends after earlier events of these solutions, if there is a receiver. */
  #inTurnOf(
    solutionIds: readonly number[],
    contestId: number,
    rooms: string[],
    tell: (moderators: string[]) => Promise<void>,
  ) {
    const { sockets } = this.#services;
    if (!sockets.hasMembers([...rooms, ROOMS.solutionsModerators])) return;
    this.#turns.takeAll(solutionIds, async () => {
      try {
        await this.#rechecks.done(contestId);
        const moderators = await this.#moderators(contestId);
        const members = [...rooms, ...moderators];
        if (sockets.hasMembers(members)) await tell(moderators);
      } catch (error) {
        sockets.emit([...rooms, ROOMS.solutionsModerators], 'resync', {});
        throw error;
      }
    });
  }

  /** Rooms of single sockets, for the moderators who may see the contest. */
  async #moderators(contestId: number): Promise<string[]> {
    const members = this.#services.sockets.membersOf(ROOMS.solutionsModerators);
    if (members.length === 0) return [];
    const contest = await findContest(this.#services.db, contestId);
    if (!contest) return [];
    return members
      .filter(({ data: { user } }) => user && supervises(user, contest))
      .map((socket) => socket.id);
  }

  /** Forgets what is remembered as it was shown until now. */
  contestChanged(contestId: number) {
    this.#recent.forgetAll();
    this.recheckListeners(contestId);
  }

  /** Checks the members of all rooms, because changes may have been missed. */
  recheckAll() {
    for (const room of this.#services.sockets.roomNames()) {
      const contestId = contestOfRoom(room);
      if (contestId !== undefined) this.recheckListeners(contestId);
    }
  }

  /** Checks the members of a contest's rooms, so that later events reach permitted people only. */
  recheckListeners(contestId: number) {
    const rooms = [ROOMS.contest(contestId), ROOMS.contestOutside(contestId)];
    if (!this.#services.sockets.hasMembers(rooms)) return;
    if (this.#toRecheck.has(contestId)) return;
    this.#toRecheck.add(contestId);
    this.#rechecks.take(contestId, () => {
      this.#toRecheck.delete(contestId);
      return dismissOutsiders(this.#services, contestId);
    });
  }

  /** Checks the members of a contest's rooms if somebody waits outside, who may have been let in. */
  recheckOutsiders(contestId: number) {
    if (this.#services.sockets.hasMembers([ROOMS.contestOutside(contestId)]))
      this.recheckListeners(contestId);
  }
}

/** Rooms in which an author is notified of a solution. */
const roomsOfAuthor = (contestId: number, userId: number) => [
  ROOMS.contestUser(contestId, userId),
  ROOMS.solutionsOf(userId),
];

/** Rooms of admins, and of supervisors who joined the contest. */
const roomsOfSupervisors = (contestId: number) => [
  ROOMS.contestSupervisors(contestId),
  ROOMS.solutionsAdmins,
];

/** Rooms that are told of a solution. */
interface Audience {
  author: string[];
  supervisors: string[];
}

const everybodyOf = ({ author, supervisors }: Audience) => [...author, ...supervisors];

type Payload<Event extends keyof ServerToClientEvents> = Parameters<ServerToClientEvents[Event]>[0];

/** Loads solutions as their authors see them; everybody in those rooms may see as much, and supervisors all verdicts. */
async function loadSolutions(
  { db }: Services,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ToldSolution>> {
  const stored = (await findSolutions(db, ids)).filter(({ deletedAtMs }) => deletedAtMs === null);
  return new Map(stored.map((solution) => [solution.id, toldSolution(solution)]));
}

function toldSolution(stored: StoredSolution): ToldSolution {
  const author = { userId: stored.userId, accessMask: stored.accessMask };
  const forAuthor = renderSolution(stored, author);
  const isSame = seesPreciseVerdicts(author, stored);
  return {
    id: stored.id,
    forAuthor,
    forSupervisors: isSame
      ? forAuthor
      : renderSolution(stored, { ...author, accessMask: ACCESS_GROUPS.moderator.mask }),
  };
}
