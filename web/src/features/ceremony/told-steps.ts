/** Number of steps, which means nothing without the results whose script they belong to. */
export interface Position {
  step: number;
  /** Digest of the results. */
  digest: string;
}

/** Where the windows of a ceremony are, as far as this one was told. */
export interface ToldSteps {
  /** The newest position, also one of results that this window does not have; null before anybody has said one. */
  at: Position | null;
  /** The newest step by digest. */
  steps: ReadonlyMap<string, number>;
}

export const NOTHING_TOLD: ToldSteps = { at: null, steps: new Map() };

export const withStep = ({ steps }: ToldSteps, at: Position): ToldSteps => ({
  at,
  steps: new Map(steps).set(at.digest, at.step),
});

/**
 * The step that a window with these results shows: the last one that was told of them. Steps of other results would open cells
 * that are still hidden; who knows of none begins with the frozen table.
 */
export const stepWith = ({ steps }: ToldSteps, digest: string): number => steps.get(digest) ?? 0;

/** Whether the ceremony goes on with other results than those of this window. */
export const isBehind = ({ at }: ToldSteps, digest: string): boolean => at !== null && at.digest !== digest;
