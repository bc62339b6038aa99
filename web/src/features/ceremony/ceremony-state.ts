import type { Ceremony, CeremonyAward } from '@balloon/contracts/ceremony.ts';
import { HONOURS } from '@balloon/domain/ceremony/awards.ts';
import {
  type ResolverStep,
  resolverSteps,
  type ShownRow,
  tableAfter,
} from '@balloon/domain/ceremony/resolver.ts';

export type CeremonyCell = Ceremony['rows'][number]['final'][number];

type Person = Pick<Ceremony['rows'][number], 'name' | 'rank' | 'hasPlace' | 'team'>;

/** Everything that the ceremony needs and that no step changes. */
export interface Script {
  ceremony: Ceremony;
  steps: readonly ResolverStep[];
  /** Name and final rank by person. */
  people: ReadonlyMap<number, Person>;
  /** Awards that are read out when the row of the person is settled. */
  awards: ReadonlyMap<number, readonly CeremonyAward[]>;
  /** Awards that are shown one by one when the table is final: honours as lists, and those by hand. */
  slides: readonly CeremonyAward[];
  /** Steps of the table and slides together. */
  length: number;
}

const isHonour = ({ kind }: CeremonyAward) => HONOURS.some((honour) => honour === kind);

export function scriptOf(ceremony: Ceremony): Script {
  const people = new Map(ceremony.rows.map(({ userId, ...person }) => [userId, person]));
  const awards = new Map<number, CeremonyAward[]>();
  const slides = ceremony.awards.filter((award) => isHonour(award) || award.kind === 'byHand');
  for (const award of ceremony.awards) {
    if (slides.includes(award)) continue;
    for (const userId of award.userIds) awards.set(userId, [...(awards.get(userId) ?? []), award]);
  }
  const steps = resolverSteps(ceremony.rows, ceremony.tieOrder, ceremony.rules);
  return { ceremony, steps, people, awards, slides, length: steps.length + slides.length };
}

/** What the screen shows after some steps. */
export interface Scene {
  table: ShownRow<CeremonyCell>[];
  /** Place that is looked at, from 0. */
  place: number;
  /** Cell that was opened by the last step. */
  opened: { userId: number; position: number } | null;
  /** Who was settled by the last step and has awards, which are read out now. */
  honoured: number | null;
  /** Award that is shown in place of the table, after its last step. */
  slide: CeremonyAward | null;
  /** The step of the table that comes next; undefined after the last one. */
  next: ResolverStep | undefined;
  /** The slide that comes next, after the last step of the table. */
  nextSlide: CeremonyAward | undefined;
}

export function sceneAfter({ ceremony, steps, awards, slides }: Script, number: number): Scene {
  const slidesShown = Math.max(0, number - steps.length);
  const last = steps[Math.min(number, steps.length) - 1];
  const next = steps[number];
  const isHonoured =
    slidesShown === 0 && last?.kind === 'settle' && (awards.get(last.userId)?.length ?? 0) > 0;
  return {
    table: tableAfter(ceremony.rows, steps, number, ceremony.rules),
    place: last?.kind === 'settle' ? last.place : (next?.place ?? last?.place ?? 0),
    opened: last?.kind === 'reveal' ? { userId: last.userId, position: last.position } : null,
    honoured: isHonoured ? last.userId : null,
    slide: slides[slidesShown - 1] ?? null,
    next,
    nextSlide: next ? undefined : slides[slidesShown],
  };
}

/** The number of steps after which the next row with awards is read out, or all. */
export function stepsUntilAward({ steps, awards, length }: Script, from: number): number {
  if (from >= steps.length) return Math.min(from + 1, length);
  const index = steps.findIndex(
    (step, at) => at >= from && step.kind === 'settle' && (awards.get(step.userId)?.length ?? 0) > 0,
  );
  return index === -1 ? steps.length : index + 1;
}
