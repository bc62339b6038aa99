/** What tells one installation from another. The brand colour itself stands in `tokens.css`. */
export const SITE = { name: 'Balloon' } as const;
