import type { ScoreboardRow } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { useCallback, useRef, useState } from 'react';

export type Person = ScoreboardRow['user'];

/** Selection of people, as the table uses it. */
export interface RowSelection {
  size: number;
  pageSize: number;
  isPageSelected: boolean;
  has(userId: number): boolean;
  /** Toggles a person; as a range, all rows since the last one too. A stable function. */
  select: (userId: number, isRange: boolean) => void;
  togglePage(): void;
}

export interface Selection {
  /** Selection, or `null` while no people are being chosen. */
  rows: RowSelection | null;
  people: Person[];
  choose(people: readonly Person[]): void;
  start(): void;
  stop(): void;
}

/** People chosen by a supervisor, also on other pages. */
export function useSelection(rows: readonly ScoreboardRow[]): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Person> | null>(null);
  const shown = useRef(rows);
  shown.current = rows;
  const last = useRef<number | null>(null);
  const select = useCallback((userId: number, isRange: boolean) => {
    const people = shown.current.map(({ user }) => user);
    const from = isRange ? last.current : userId;
    last.current = userId;
    setChosen((before) => before && withRange(before, people, from ?? userId, userId));
  }, []);
  const choose = (people: readonly Person[]) =>
    setChosen(new Map(people.map((person) => [person.id, person])));

  const isPageSelected = rows.length > 0 && rows.every(({ user }) => chosen?.has(user.id));
  return {
    people: [...(chosen?.values() ?? [])],
    choose,
    start: () => {
      last.current = null;
      choose([]);
    },
    stop: () => setChosen(null),
    rows: chosen && {
      size: chosen.size,
      pageSize: rows.length,
      isPageSelected,
      has: (userId) => chosen.has(userId),
      select,
      togglePage: () => setChosen(withAll(chosen, rows, !isPageSelected)),
    },
  };
}

/** Toggles the person at the end of the range; the others in the range get the same state. */
export function withRange(
  chosen: ReadonlyMap<number, Person>,
  people: readonly Person[],
  fromId: number,
  toId: number,
): Map<number, Person> {
  const placeOf = (userId: number) => people.findIndex(({ id }) => id === userId);
  const to = placeOf(toId);
  const from = placeOf(fromId) === -1 ? to : placeOf(fromId);
  const isChosen = !chosen.has(toId);
  const next = new Map(chosen);
  for (const person of people.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isChosen) next.set(person.id, person);
    else next.delete(person.id);
  }
  return next;
}

function withAll(chosen: ReadonlyMap<number, Person>, rows: readonly ScoreboardRow[], isChosen: boolean) {
  const next = new Map(chosen);
  for (const { user } of rows) {
    if (isChosen) next.set(user.id, user);
    else next.delete(user.id);
  }
  return next;
}
