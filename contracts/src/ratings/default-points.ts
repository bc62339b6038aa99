/** Points of a table made from contests: for a problem solved in time, and for one solved afterwards. */
export const DEFAULT_POINTS = { scoreInTime: 2, scoreInPractice: 1 } as const;
