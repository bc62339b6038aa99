/** What decides as whom a person takes part in a contest. */
export interface PartChoices {
  /** Teams of the person that take part. */
  teamIds: readonly number[];
  /** Whether the person takes part themselves, too. */
  isJoined: boolean;
  /** What the person chose: a team, or null for themselves; undefined: nothing. */
  chosen: number | null | undefined;
}

/** The part of a person: a team, null for themselves, or `undecided` before a choice between several teams. */
export type ContestPart = number | null | 'undecided';

/**
 * Decides as whom a person takes part in a contest. A choice holds while it can; without one the team comes first, and
 * between several teams nobody but the person decides.
 */
export function contestPart({ teamIds, isJoined, chosen }: PartChoices): ContestPart {
  const [team, another] = teamIds;
  if (team === undefined) return null;
  if (chosen === null && isJoined) return null;
  if (typeof chosen === 'number' && teamIds.includes(chosen)) return chosen;
  return another === undefined ? team : 'undecided';
}
