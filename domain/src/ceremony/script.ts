import { type AwardKind, HONOURS } from '#ceremony/awards.ts';
import {
  type ResolvedCell,
  type ResolvedRow,
  type ResolverRules,
  type ResolverStep,
  resolverSteps,
  type ShownRow,
  tableAfter,
} from '#ceremony/resolver.ts';

/** Cell as the ceremony draws it. */
export interface PresentedCell extends ResolvedCell {
  penaltyMin?: number | undefined;
  isFirstSolve?: true | undefined;
  wrongTries: number;
  pendingTries: number;
}

/** What the hall sees of a team when it is honoured. */
interface PresentedTeam {
  organization: string | null;
  logo: string | null;
  photo: string | null;
  members: readonly string[];
}

export interface PresentedRow extends ResolvedRow<PresentedCell> {
  name: string;
  /** Place in the final table. */
  rank: number;
  team: PresentedTeam | null;
  /** Whether it is ranked: it competes and is not disqualified. */
  hasPlace: boolean;
}

export interface PresentedAward {
  kind: Exclude<AwardKind, 'rank'> | 'byHand';
  of: number | null;
  group?: string | undefined;
  title?: string | undefined;
  citation?: string | undefined;
  userIds: readonly number[];
  names?: readonly string[] | undefined;
}

/** Everything from which a ceremony is made. */
export interface PresentedContest {
  contest: { name: string };
  problems: readonly { index: string; title: string }[];
  rows: readonly PresentedRow[];
  rules: ResolverRules;
  tieOrder: readonly number[];
  awards: readonly PresentedAward[];
}

/** Everything that the ceremony needs and that no step changes. */
export interface Script {
  ceremony: PresentedContest;
  steps: readonly ResolverStep[];
  /** Name and final rank by person. */
  people: ReadonlyMap<number, PresentedRow>;
  /** Awards that are read out when the row of the person is settled. */
  awards: ReadonlyMap<number, readonly PresentedAward[]>;
  /** Awards that are shown one by one when the table is final: honours as lists, and those by hand. */
  slides: readonly PresentedAward[];
  /** Steps of the table, slides, and the final table behind them. */
  length: number;
}

/** Most names of a slide: more would be too small for the last row of a hall. */
export const MAX_SLIDE_NAMES = 36;

const isHonour = ({ kind }: PresentedAward) => HONOURS.some((honour) => honour === kind);

/** Steps and slides of a ceremony. */
export function scriptOf(ceremony: PresentedContest): Script {
  const people = new Map(ceremony.rows.map((row) => [row.userId, row]));
  const awards = new Map<number, PresentedAward[]>();
  const isSlide = (award: PresentedAward) => isHonour(award) || award.kind === 'byHand';
  const slides = ceremony.awards.filter(isSlide).flatMap(inParts);
  for (const award of ceremony.awards) {
    if (isSlide(award)) continue;
    for (const userId of award.userIds) awards.set(userId, [...(awards.get(userId) ?? []), award]);
  }
  const steps = resolverSteps(ceremony.rows, ceremony.tieOrder, ceremony.rules);
  const shown = steps.length + slides.length;
  return { ceremony, steps, people, awards, slides, length: shown === 0 ? 0 : shown + 1 };
}

/** An award with many names as slides of about as many each. */
function inParts(award: PresentedAward): PresentedAward[] {
  const { userIds, names } = award;
  const parts = Math.max(1, Math.ceil(userIds.length / MAX_SLIDE_NAMES));
  const size = Math.ceil(userIds.length / parts);
  return Array.from({ length: parts }, (_, part) => ({
    ...award,
    userIds: userIds.slice(part * size, (part + 1) * size),
    names: names?.slice(part * size, (part + 1) * size),
  }));
}

/** What the screen shows after some steps. */
export interface Scene {
  table: ShownRow<PresentedCell>[];
  /** Place that is looked at, from 0. */
  place: number;
  /** Cell that was opened by the last step. */
  opened: { userId: number; position: number } | null;
  /** Who was settled by the last step and has awards, which are read out now. */
  honoured: number | null;
  /** Award that is shown in place of the table, after its last step. */
  slide: PresentedAward | null;
  /** The step of the table that comes next; undefined after the last one. */
  next: ResolverStep | undefined;
  /** The slide that comes next, after the last step of the table. */
  nextSlide: PresentedAward | undefined;
  /** Whether the ceremony is over: the final table is shown from its top. */
  isOver: boolean;
}

/** The scene after the first steps, in order. */
export function sceneAfter({ ceremony, steps, awards, slides, length }: Script, number: number): Scene {
  const isOver = length > 0 && number >= length;
  const slidesShown = Math.max(0, number - steps.length);
  const last = steps[Math.min(number, steps.length) - 1];
  const next = steps[number];
  const isHonoured =
    slidesShown === 0 && last?.kind === 'settle' && (awards.get(last.userId)?.length ?? 0) > 0;
  return {
    table: tableAfter(ceremony.rows, steps, number, ceremony.rules),
    place: isOver ? 0 : last?.kind === 'settle' ? last.place : (next?.place ?? last?.place ?? 0),
    opened: last?.kind === 'reveal' ? { userId: last.userId, position: last.position } : null,
    honoured: isHonoured ? last.userId : null,
    slide: slides[slidesShown - 1] ?? null,
    next,
    nextSlide: next ? undefined : slides[slidesShown],
    isOver,
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

/**
 * The step of a script made anew, after results changed, that stands where the old one stood: as many rows from below are
 * settled, and as many slides are shown.
 */
export function stepInNewScript(before: Script, step: number, now: Script): number {
  if (step === 0) return 0;
  if (step >= before.length) return now.length;
  if (step >= before.steps.length) return Math.min(now.length, now.steps.length + step - before.steps.length);
  const settled = before.steps.slice(0, step).filter(({ kind }) => kind === 'settle').length;
  let rows = 0;
  const last = now.steps.findIndex(({ kind }) => {
    rows += kind === 'settle' ? 1 : 0;
    return rows === settled;
  });
  return settled === 0 ? 0 : last === -1 ? now.steps.length : last + 1;
}
