/**
 * Widths of the window at which screens change, in pixels. Custom properties do not work in media queries, so styles
 * repeat the numbers, and `scale.test.ts` keeps them to these three.
 */
export const BREAKPOINTS = {
  /** Up to this width: one column, dialogs as sheets. */
  phone: 760,
  /** Up to this width: nothing beside the main column, tabs of a contest along the lower edge. */
  tablet: 1000,
  /** From this width on: statement and editor side by side, and room for names in the header. */
  wide: 1200,
} as const;

export const ON_PHONE = `(max-width: ${BREAKPOINTS.phone}px)`;
export const ON_WIDE_SCREEN = `(width >= ${BREAKPOINTS.wide}px)`;
