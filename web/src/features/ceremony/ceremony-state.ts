import type { Ceremony, CeremonyAward } from '@balloon/contracts/ceremony.ts';
import {
  type ResolverStep,
  resolverSteps,
  type ShownRow,
  tableAfter,
} from '@balloon/domain/ceremony/resolver.ts';

export type CeremonyCell = Ceremony['rows'][number]['final'][number];

/** Everything that the ceremony needs and that no step changes. */
export interface Script {
  ceremony: Ceremony;
  steps: readonly ResolverStep[];
  /** Name and final rank by person. */
  people: ReadonlyMap<number, { name: string; rank: number; hasPlace: boolean }>;
  awards: ReadonlyMap<number, readonly CeremonyAward[]>;
}

export function scriptOf(ceremony: Ceremony): Script {
  const people = new Map(
    ceremony.rows.map(({ userId, name, rank, hasPlace }) => [userId, { name, rank, hasPlace }]),
  );
  const awards = new Map<number, CeremonyAward[]>();
  for (const award of ceremony.awards) {
    for (const userId of award.userIds) awards.set(userId, [...(awards.get(userId) ?? []), award]);
  }
  return { ceremony, steps: resolverSteps(ceremony.rows, ceremony.tieOrder, ceremony.rules), people, awards };
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
  /** The step that comes next; undefined at the end. */
  next: ResolverStep | undefined;
}

export function sceneAfter({ ceremony, steps, awards }: Script, number: number): Scene {
  const last = steps[number - 1];
  const next = steps[number];
  const isHonoured = last?.kind === 'settle' && (awards.get(last.userId)?.length ?? 0) > 0;
  return {
    table: tableAfter(ceremony.rows, steps, number, ceremony.rules),
    place: last?.kind === 'settle' ? last.place : (next?.place ?? last?.place ?? 0),
    opened: last?.kind === 'reveal' ? { userId: last.userId, position: last.position } : null,
    honoured: isHonoured ? last.userId : null,
    next,
  };
}

/** The number of steps after which the next row with awards is read out, or all. */
export function stepsUntilAward({ steps, awards }: Script, from: number): number {
  const index = steps.findIndex(
    (step, at) => at >= from && step.kind === 'settle' && (awards.get(step.userId)?.length ?? 0) > 0,
  );
  return index === -1 ? steps.length : index + 1;
}
