/* Apart from the schemas, because the page names the states and needs no schemas for that. */

/** States of a participant of a floating contest: has not started, runs, has ended. */
export const WINDOW_STATES = ['waiting', 'running', 'ended'] as const;
export type WindowState = (typeof WINDOW_STATES)[number];
