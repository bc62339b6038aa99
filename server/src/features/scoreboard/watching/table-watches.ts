import { setTimeout as pause } from 'node:timers/promises';
import type { WatchedTable } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { rowsKey } from '@balloon/domain/scoreboard/scoreboard.ts';
import { LOCALES } from '@balloon/domain/text/statement-locale.ts';
import { ServiceError, ThrottledError } from '#errors.ts';
import { isMember } from '#features/contests/acting/acting.ts';
import { isReachable } from '#features/contests/confinement/confine.ts';
import { visitContest } from '#features/contests/contest-access.ts';
import { liveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { enterTable, learnPeople, openBoard } from '#features/scoreboard/board/open-scoreboard.ts';
import { type Look, lookNow, lookOf } from '#features/scoreboard/look/look-at-scoreboard.ts';
import { ownRowText, type ShownPage, shownPage } from '#features/scoreboard/look/table-text.ts';
import { FollowedPages } from '#features/scoreboard/watching/followed-pages.ts';
import { changeBetween } from '#features/scoreboard/watching/table-change.ts';
import type { ClientSocket } from '#realtime/local-sockets.ts';
import type { Services, User } from '#services.ts';

/** At least so much time between two rounds of a contest: rows change at most about three times a second. */
const ROUND_EVERY_MS = 350;
/** Pause after a round that failed, as while the database is away. */
const TRY_AGAIN_AFTER_MS = 1000;
/** Most pages of tables that one socket follows. */
const MAX_WATCHES = 8;
/** Rounds take at most this share of the process' time. */
const SHARE = 0.2;
/** How long the event loop is held at a time. */
const HOLD_MS = 8;

/** A page of the live table that a socket shows. */
interface Watch {
  socket: ClientSocket;
  personId: number;
  table: WatchedTable;
  /** State that the socket was told last; null: none yet. */
  shown: ShownPage | null;
  ownRow: string | null;
  /** Whether the person may see the table, as far as this process knows; null: has to be checked. */
  mayEnter: boolean | null;
}

interface WatchedContest {
  /** By socket and page. */
  watches: Map<string, Watch>;
  isRunning: boolean;
  hasChanged: boolean;
}

const ofServices = new WeakMap<Services, TableWatches>();

/** The watched tables of this web process. */
export function tableWatches(services: Services): TableWatches {
  const known = ofServices.get(services) ?? new TableWatches(services);
  ofServices.set(services, known);
  return known;
}

/**
 * Tells sockets the changes of the pages that they show, so that a verdict moves rows on thousands of screens without
 * thousands of requests.
 *
 * Theory of operation. A change of a contest, or a moment such as the start of its freeze, starts a round, and rounds
 * follow each other with pauses. A round asks of each socket which rows its person may see at this moment (`rowsKey`),
 * makes the page of each such kind once, and compares it with what the sockets were told last; equal pages have equal
 * versions on all web processes, since a version is a hash of what is shown. Sockets that were told the same share one
 * message. People whose rights may have changed are checked before they are told anything more.
 */
class TableWatches {
  readonly #services: Services;
  readonly #contests = new Map<number, WatchedContest>();
  /** Pages that a socket follows, of all contests. */
  readonly #tables = new WeakMap<ClientSocket, Map<string, WatchedTable>>();
  readonly #followed = new FollowedPages();
  readonly #stopping = new AbortController();
  readonly #stopMoments: () => void;

  constructor(services: Services) {
    this.#services = services;
    this.#stopMoments = liveScoreboards(services).moments.on((contestId) => {
      this.recheck(contestId); // the networks of a contest count from its start
      this.changed(contestId);
    });
  }

  /**
   * Begins to tell a socket of a page. The caller checks the rights, which the first round checks once more: they may have
   * changed meanwhile.
   *
   * @throws {ThrottledError} TOO_MANY_EVENTS
   */
  watch(socket: ClientSocket, table: WatchedTable): void {
    const { contestId } = table;
    const { user } = socket.data;
    if (user === null) return; // let go meanwhile
    const key = keyOf(socket, table);
    const tables = this.#tables.get(socket) ?? new Map<string, WatchedTable>();
    if (!this.#tables.has(socket)) socket.once('disconnect', () => this.#forget(socket));
    this.#tables.set(socket, tables);
    if (tables.size >= MAX_WATCHES) throw new ThrottledError('TOO_MANY_EVENTS', 'Leave other tables first');
    if (!tables.has(key)) this.#followed.add(user.id, pageOf(table));
    tables.set(key, table);
    const known = this.#contests.get(contestId);
    const contest = known ?? { watches: new Map(), isRunning: false, hasChanged: false };
    this.#contests.set(contestId, contest);
    contest.watches.set(key, {
      socket,
      personId: user.id,
      table,
      shown: null,
      ownRow: null,
      mayEnter: null,
    });
    this.changed(contestId);
  }

  unwatch(socket: ClientSocket, table: WatchedTable): void {
    const key = keyOf(socket, table);
    const contest = this.#contests.get(table.contestId);
    const watch = contest?.watches.get(key);
    if (watch) this.#followed.remove(watch.personId, pageOf(table));
    contest?.watches.delete(key);
    this.#tables.get(socket)?.delete(key);
    if (contest?.watches.size === 0) this.#contests.delete(table.contestId);
  }

  /** Starts a round, or another one after the present. */
  changed(contestId: number): void {
    const contest = this.#contests.get(contestId);
    if (!contest) return;
    contest.hasChanged = true;
    if (!contest.isRunning) void this.#runRounds(contestId, contest);
  }

  allChanged(): void {
    for (const contestId of this.#contests.keys()) this.changed(contestId);
  }

  /** Has everybody's rights checked before the next message, because changes may have been missed. */
  recheckAll(): void {
    for (const contestId of this.#contests.keys()) this.recheck(contestId);
  }

  /** Has everybody's rights checked before the next message, or those of one person. */
  recheck(contestId: number, accountId?: number): void {
    for (const watch of this.#contests.get(contestId)?.watches.values() ?? []) {
      if (accountId === undefined || mayActAs(watch.socket.data.user, accountId)) watch.mayEnter = null;
    }
  }

  stop(): void {
    this.#stopping.abort();
    this.#stopMoments();
    this.#contests.clear();
  }

  #forget(socket: ClientSocket): void {
    for (const table of this.#tables.get(socket)?.values() ?? []) this.unwatch(socket, table);
    this.#tables.delete(socket);
  }

  async #runRounds(contestId: number, contest: WatchedContest): Promise<void> {
    const { signal } = this.#stopping;
    contest.isRunning = true;
    try {
      while (contest.hasChanged && contest.watches.size > 0) {
        contest.hasChanged = false;
        const heldMs = await this.#runRound(contestId, contest).catch((error) => {
          this.#services.log.warn(
            { err: error, contestId },
            'changes of a table were not told; they are tried again',
          );
          contest.hasChanged = true;
          this.recheck(contestId);
          return SHARE * TRY_AGAIN_AFTER_MS;
        });
        await pause(Math.max(ROUND_EVERY_MS, heldMs / SHARE), undefined, { signal });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      contest.isRunning = false;
    }
  }

  /** @returns how long it held the event loop, in ms */
  async #runRound(contestId: number, contest: WatchedContest): Promise<number> {
    const people = await this.#allowedPeople(contestId, contest);
    const [first] = people;
    if (!first) return 0;
    const visited = await visitContest(this.#services, first.user, contestId);
    const opened = await openBoard(liveScoreboards(this.#services), visited, LOCALES[0]);
    const looks = people.map(({ watch, user }) => ({ watch, look: lookOf(opened, user, askedOf(watch)) }));
    const groups = new Map(looks.map(({ look }) => [look.groupIds.join(), look.groupIds]));
    for (const groupIds of groups.values()) await learnPeople(opened, groupIds);
    return this.#tell(looks);
  }

  /**
   * Finds the people who may see the table now. The others are told nothing, and all of it as soon as they may see it again, as
   * after a contest was removed for a moment: their pages do not know that they were left out.
   */
  async #allowedPeople(contestId: number, { watches }: WatchedContest) {
    const people: { watch: Watch; user: User }[] = [];
    for (const watch of [...watches.values()]) {
      const user = await this.#participant(watch, contestId);
      const mayStay =
        user !== null &&
        watch.socket.connected &&
        (await this.#isReachable(watch, contestId)) &&
        (await this.#mayStay(watch, user, contestId));
      if (mayStay) people.push({ watch, user });
      else if (watch.socket.connected) Object.assign(watch, { shown: null, ownRow: null });
      else this.unwatch(watch.socket, watch.table);
    }
    return people;
  }

  /** Whether contest mode leaves the contest open to the person. It begins by time, so that each round asks. */
  async #isReachable({ socket }: Watch, contestId: number): Promise<boolean> {
    const { confinement } = this.#services;
    const { user } = socket.data;
    if (!user) return false;
    const confinedTo = confinement.peek(user) ?? (await confinement.read(user));
    return confinedTo.length === 0 || isReachable({ confinedTo }, contestId);
  }

  async #mayStay(watch: Watch, user: User, contestId: number): Promise<boolean> {
    if (watch.mayEnter !== null) return watch.mayEnter;
    // Before the answer: what changes meanwhile makes the next round ask again.
    watch.mayEnter = true;
    const mayEnter = await this.#mayEnter(user, contestId);
    if (!mayEnter && watch.mayEnter) watch.mayEnter = false;
    return mayEnter;
  }

  /** The account as which the person of a watch takes part; null of nobody, and before a choice of a team. */
  async #participant({ socket }: Watch, contestId: number): Promise<User | null> {
    const { user } = socket.data;
    if (!user || !isMember(user)) return user;
    try {
      const { db, heads } = this.#services;
      return await heads.parts.participant(db, user, contestId);
    } catch (error) {
      if (error instanceof ServiceError) return null;
      throw error;
    }
  }

  async #mayEnter(user: User, contestId: number): Promise<boolean> {
    try {
      await enterTable(this.#services, user, contestId);
      return true;
    } catch (error) {
      if (error instanceof ServiceError) return false;
      throw error;
    }
  }

  async #tell(looks: readonly { watch: Watch; look: Look }[]): Promise<number> {
    const pages = new Map<string, ShownPage>();
    const tellings = new Map<string, { watches: Watch[]; page: ShownPage }>();
    let heldMs = 0;
    let sinceMs = performance.now();
    for (const { watch, look } of looks) {
      const key = pageKey(look, watch.table);
      const page = pages.get(key) ?? shownPage(lookNow(look, look.question.viewerId));
      pages.set(key, page);
      const telling = `${key}|${watch.shown?.version}`;
      const known = tellings.get(telling) ?? { watches: [], page };
      tellings.set(telling, known);
      known.watches.push(watch);
      this.#tellOwnRow(watch, look);
      const nowMs = performance.now();
      if (nowMs - sinceMs < HOLD_MS) continue;
      heldMs += nowMs - sinceMs;
      await pause(0);
      sinceMs = performance.now();
    }
    for (const { watches, page } of tellings.values()) this.#tellRows(watches, page);
    return heldMs + performance.now() - sinceMs;
  }

  #tellRows(watches: readonly Watch[], page: ShownPage): void {
    const [first] = watches;
    const before = first?.shown ?? page;
    const isNew = first?.shown === null;
    for (const watch of watches) watch.shown = page;
    if (!first || (before.version === page.version && !isNew)) return;
    const listening = watches.filter(({ socket }) => socket.data.user !== null);
    const sockets = listening.map(({ socket }) => socket.id);
    const change = { table: tableOf(first), ...changeBetween(before, page) };
    this.#services.sockets.emit(sockets, 'table rows', change);
  }

  /** The own row moves with those of others too, so it is made in each round. */
  #tellOwnRow(watch: Watch, look: Look): void {
    const { question } = look;
    if (question.viewerId === null || watch.socket.data.user === null) return;
    const ownRow = ownRowText(lookNow({ ...look, question: { ...question, count: 0 } }, question.viewerId));
    if (watch.ownRow === ownRow) return;
    watch.ownRow = ownRow;
    this.#services.sockets.emit(watch.socket.id, 'table own row', {
      table: tableOf(watch),
      ownRow: JSON.parse(ownRow),
    });
  }
}

/** Whether an account is that of a person, or of a team of theirs. */
const mayActAs = (user: User | null, accountId: number): boolean =>
  user?.id === accountId || user?.teams?.some(({ id }) => id === accountId) === true;

const keyOf = ({ id }: ClientSocket, table: WatchedTable) => `${id} ${pageOf(table)}`;

const pageOf = ({ contestId, count, offset, audience, scope }: WatchedTable) =>
  `${contestId} ${count} ${offset} ${audience} ${scope}`;

const askedOf = ({ table: { count, offset, audience, scope } }: Watch) => ({
  ...{ count, offset, audience, scope },
  atMs: Number.POSITIVE_INFINITY,
});

function tableOf({ table: { contestId, count, offset, audience, scope } }: Watch) {
  return { contestId, count, offset, audience, scope };
}

function pageKey({ opened, question, groupIds }: Look, { offset, count, audience }: WatchedTable): string {
  return `${rowsKey(opened.board(), question)}|${groupIds.join()}|${offset}|${count}|${audience}`;
}
