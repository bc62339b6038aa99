/** What we promise ourselves, beside whether this run kept it. */
export interface Target {
  target: string;
  met: 'yes' | 'no';
}

/** @param limit in the unit of the value */
export function atMost(value: number, limit: number, meaning = ''): Target {
  return { target: `${meaning}≤ ${Number(limit.toPrecision(3))}`, met: value <= limit ? 'yes' : 'no' };
}

export function atLeast(value: number, limit: number, meaning = ''): Target {
  return { target: `${meaning}≥ ${Number(limit.toPrecision(3))}`, met: value >= limit ? 'yes' : 'no' };
}
