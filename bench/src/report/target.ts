/** Target value, and whether this run met it. */
export interface Target {
  target: string;
  met: 'yes' | 'no';
}

/**
 * Makes a target with an upper limit.
 *
 * @param limit in the unit of the value
 */
export function atMost(value: number, limit: number, meaning = ''): Target {
  return { target: `${meaning}≤ ${Number(limit.toPrecision(3))}`, met: value <= limit ? 'yes' : 'no' };
}

export function atLeast(value: number, limit: number, meaning = ''): Target {
  return { target: `${meaning}≥ ${Number(limit.toPrecision(3))}`, met: value >= limit ? 'yes' : 'no' };
}

/** Joins targets of a row: it is met when each of them is. */
export function allOf(...targets: readonly Target[]): Target {
  return {
    target: targets.map(({ target }) => target).join(', '),
    met: targets.every(({ met }) => met === 'yes') ? 'yes' : 'no',
  };
}
