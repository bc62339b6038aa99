/** Parts of the form from its top to its end. */
export const PARTS = ['main', 'times', 'problems', 'rules', 'access', 'languages'] as const;
export type Part = (typeof PARTS)[number];

/** Id of the heading of a part. */
export const partId = (part: Part) => `part-${part}`;
