import type { Db } from '@balloon/database/connect.ts';
import type { ViewedCell } from '@balloon/domain/scoreboard/scoreboard.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { findRatingsInGroups } from '#features/ratings/user-ratings.queries.ts';
import { findScoreboardProblems } from '#features/scoreboard/scoreboard.queries.ts';
import { publicUser } from '#features/users/public-user.ts';
import { findRolesIn, findShownUsers, type Role } from '#features/users/users.queries.ts';

/** Piece of a page in JSON, and a hash of it. */
export interface KeptText {
  text: string;
  digest: string;
}

export type TableProblem = Awaited<ReturnType<typeof findScoreboardProblems>>[number];

type StoredPerson = Awaited<ReturnType<typeof findShownUsers>>[number];

/** People as they are shown to everybody who may see the ratings of the same groups. */
export interface NamedPeople {
  /** Rating by person, null for the unrated. */
  readonly ratings: Map<number, number | null>;
  /** Each person in JSON, as far as it was needed. */
  readonly texts: Map<number, KeptText>;
  /** Last versions of board and facts in which everybody with a row was known; null: none yet. */
  everybodyIn: { board: number; facts: number } | null;
}

let lastVersion = 0;

/** A version that no facts of this process have had: pages of a table that was dropped from memory are none of its next ones. */
function newVersion(): number {
  lastVersion += 1;
  return lastVersion;
}

/**
 * What the table of a contest shows besides results: its problems, and the names, roles and ratings of its people. Read
 * once and kept until an announcement tells that it changed, since hundreds of pages are made of it.
 */
export class TableFacts {
  readonly #db: Db;
  readonly #contestId: number;
  #version = newVersion();
  /** How many readings of people are under way. */
  #readings = 0;
  readonly #problems = new Map<Locale, readonly TableProblem[]>();
  readonly #people = new Map<number, StoredPerson>();
  readonly #named = new Map<string, NamedPeople>();
  #cellTexts = new WeakMap<readonly ViewedCell[], KeptText>();

  constructor(db: Db, contestId: number) {
    this.#db = db;
    this.#contestId = contestId;
  }

  /** Grows whenever something is forgotten. No other facts ever have the same. */
  get version(): number {
    return this.#version;
  }

  /** Results of rows in JSON, by their cells. */
  get cellTexts(): WeakMap<readonly ViewedCell[], KeptText> {
    return this.#cellTexts;
  }

  /** The columns, in order, with titles in a language. */
  async problems(locale: Locale): Promise<readonly TableProblem[]> {
    for (;;) {
      const known = this.#problems.get(locale);
      if (known) return known;
      const version = this.#version;
      const problems = await findScoreboardProblems(this.#db, this.#contestId, locale);
      if (this.#version === version) this.#problems.set(locale, problems);
    }
  }

  /** The columns where they are in memory. */
  peekProblems(locale: Locale): readonly TableProblem[] | undefined {
    return this.#problems.get(locale);
  }

  /** Whether names and ratings of all these people are known. */
  knows(userIds: readonly number[], groupIds: readonly number[]): boolean {
    const { ratings } = this.peopleIn(groupIds);
    return userIds.every((id) => this.#people.has(id) && ratings.has(id));
  }

  /** Reads what is missing about people; afterwards `nameIn` knows them all. @returns their roles, where they were read */
  async learnPeople(userIds: readonly number[], groupIds: readonly number[]): Promise<Role[]> {
    const read: Role[] = [];
    for (;;) {
      const version = this.#version;
      const strangers = userIds.filter((id) => !this.#people.has(id));
      const unrated = userIds.filter((id) => !this.peopleIn(groupIds).ratings.has(id));
      if (strangers.length === 0 && unrated.length === 0) return read;
      this.#readings += 1;
      const [people, roles, ratings] = await Promise.all([
        strangers.length > 0 ? findShownUsers(this.#db, strangers) : [],
        strangers.length > 0 ? findRolesIn(this.#db, this.#contestId, strangers) : [],
        findRatingsInGroups(this.#db, unrated, groupIds),
      ]).finally(() => {
        this.#readings -= 1;
      });
      if (this.#version !== version) continue;
      for (const person of people) this.#people.set(person.id, person);
      read.push(...roles);
      const named = this.peopleIn(groupIds);
      for (const id of unrated) named.ratings.set(id, ratings.get(id) ?? null);
      const nameless = strangers.find((id) => !this.#people.has(id));
      if (nameless !== undefined)
        throw new Error(`Participant ${nameless} of contest ${this.#contestId} has no account`);
    }
  }

  /** Current name, role and rating of a person, or `undefined` where they have yet to be read. */
  personIn(named: NamedPeople, userId: number) {
    const person = this.#people.get(userId);
    const rating = named.ratings.get(userId);
    return person && rating !== undefined ? publicUser({ ...person, rating }) : undefined;
  }

  /** Organisation and name of a known person, by which equal rows may be ordered. */
  tieNameOf(userId: number): string | undefined {
    const person = this.#people.get(userId);
    if (!person) return undefined;
    const { organization, firstName, lastName, username } = person;
    return [organization?.name, `${firstName} ${lastName}`.trim() || username].filter(Boolean).join(' ');
  }

  /** The people as those see them who may see the ratings of these groups, the first of which counts. */
  peopleIn(groupIds: readonly number[]): NamedPeople {
    const key = groupIds.join();
    const known = this.#named.get(key);
    if (known) return known;
    const created: NamedPeople = { ratings: new Map(), texts: new Map(), everybodyIn: null };
    this.#named.set(key, created);
    return created;
  }

  /** Forgets the problems. */
  forgetContest(): void {
    this.#version = newVersion();
    this.#problems.clear();
    this.#cellTexts = new WeakMap();
  }

  /** Forgets people; null: everybody. */
  forgetPeople(ids: readonly number[] | null): void {
    const known = ids?.filter((id) => this.#people.has(id));
    if (known?.length === 0 && this.#readings === 0) return;
    this.#version = newVersion();
    if (known === undefined) this.#people.clear();
    for (const id of known ?? []) this.#people.delete(id);
    for (const { texts } of this.#named.values()) {
      if (known === undefined) texts.clear();
      for (const id of known ?? []) texts.delete(id);
    }
  }

  forgetRatings(): void {
    this.#version = newVersion();
    this.#named.clear();
  }

  forgetAll(): void {
    this.forgetContest();
    this.forgetPeople(null);
    this.forgetRatings();
  }
}
