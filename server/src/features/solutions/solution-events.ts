import type { Solution } from '@balloon/contracts/solutions.ts';
import { findContest } from '#features/contests/contests.queries.ts';
import { dismissOutsiders } from '#features/contests/dismiss-outsiders.ts';
import { supervises } from '#features/contests/supervision.ts';
import { LoadTogether } from '#features/solutions/load-together.ts';
import { RecentSolutions } from '#features/solutions/recent-solutions.ts';
import { findSolutions, renderSolution } from '#features/solutions/solution-view.ts';
import { finalUpdate, interimUpdate } from '#features/solutions/verdict-update.ts';
import type { AnnouncementTypes } from '#realtime/announcements.ts';
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
    announcements.on('contest.changed', ({ contestId }) => teller.recheckListeners(contestId)),
    announcements.on('contest.event', ({ contestId, type }) => {
      if (type === 'left') teller.recheckListeners(contestId);
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
  readonly #loader: LoadTogether<Solution>;
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
    this.#inTurn(step, async (rooms) => {
      const solution = await this.#recent.get(step.solutionId);
      if (solution) this.#services.sockets.emit(rooms, 'verdict updated', interimUpdate(solution, step));
    });
  }

  async #change({ solutionId, what }: Change, rooms: string[]) {
    const { sockets } = this.#services;
    this.#recent.forget(solutionId); // again: a step before us may have been loading it
    if (what === 'deleted') return sockets.emit(rooms, 'resync', {});
    const solution = await this.#loader.get(solutionId);
    if (!solution) return;
    if (what === 'created') return sockets.emit(rooms, 'new solution', solution);
    const update = finalUpdate(solution);
    if (update) sockets.emit(rooms, 'verdict updated', update);
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
      async (_members, moderators) => {
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

  #inTurn(about: Change | Step, tell: (members: string[]) => Promise<void>) {
    const { contestId, userId, solutionId } = about;
    const rooms = [...roomsOfAuthor(contestId, userId), ...roomsOfSupervisors(contestId)];
    this.#inTurnOf([solutionId], contestId, rooms, tell);
  }

  /** Sends after earlier events of these solutions, if there is a receiver. */
  #inTurnOf(
    solutionIds: readonly number[],
    contestId: number,
    rooms: string[],
    tell: (members: string[], moderators: string[]) => Promise<void>,
  ) {
    const { sockets } = this.#services;
    if (!sockets.hasMembers([...rooms, ROOMS.solutionsModerators])) return;
    this.#turns.takeAll(solutionIds, async () => {
      try {
        await this.#rechecks.done(contestId);
        const moderators = await this.#moderators(contestId);
        const members = [...rooms, ...moderators];
        if (sockets.hasMembers(members)) await tell(members, moderators);
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

  /** Checks the members of all rooms, because changes may have been missed. */
  recheckAll() {
    for (const room of this.#services.sockets.roomNames()) {
      const contestId = contestOfRoom(room);
      if (contestId !== undefined) this.recheckListeners(contestId);
    }
  }

  /** Checks the members of a contest's rooms, so that later events reach permitted people only. */
  recheckListeners(contestId: number) {
    if (!this.#services.sockets.hasMembers([ROOMS.contest(contestId)])) return;
    this.#rechecks.take(contestId, () => dismissOutsiders(this.#services, contestId));
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

/** Loads solutions as their authors see them; everybody in those rooms may see as much. */
async function loadSolutions({ db }: Services, ids: readonly number[]): Promise<Solution[]> {
  const stored = await findSolutions(db, ids);
  return stored
    .filter(({ deletedAtMs }) => deletedAtMs === null)
    .map((one) => renderSolution(one, { userId: one.userId, accessMask: one.accessMask }));
}
