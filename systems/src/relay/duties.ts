import type { Log } from '@balloon/worker/log.ts';
import type { ResolveName } from '#http/get-publicly.ts';
import type { OutsideSystem, OutsideType } from '#outside-system.ts';
import { POLYGON_REQUEST_EVERY_MS } from '#polygon/polygon.ts';
import type { WebContact } from '#relay/web-contact.ts';
import { SIGN_IN_AGAIN_MS } from '#sign-in.ts';

/** Adapters by type; a relay returns work for a system that it does not know. */
export type Systems = Readonly<Partial<Record<OutsideType, OutsideSystem>>>;

/** Pauses in ms. */
export interface Pauses {
  /** Between two looks for a run whose answer was lost. */
  lookEveryMs: number;
  /** Until runs of an account that is signed out are claimed anew, with what an admin has entered meanwhile. */
  renewAccountMs: number;
  /** Until a sign-in that failed may be tried again. */
  signInAgainMs: number;
  /** Between the starts of two requests to Polygon. */
  polygonEveryMs: number;
}

export const USUAL_PAUSES: Pauses = {
  lookEveryMs: 20_000,
  renewAccountMs: 60_000,
  signInAgainMs: SIGN_IN_AGAIN_MS,
  polygonEveryMs: POLYGON_REQUEST_EVERY_MS,
};

/** What all parts of a relay share. */
export interface Duties {
  contact: WebContact;
  systems: Systems;
  log: Log;
  pauses: Pauses;
  /** Finds addresses of hosts that statements name. */
  resolveName: ResolveName;
  /** Whole milliseconds since 1970. */
  nowMs(): number;
  /** Aborts when the relay begins to close: it claims nothing new and returns what is not being sent. */
  closing: AbortSignal;
  /** Aborts when the relay has closed: it tells nothing more. A send that has begun has until then to be told. */
  closed: AbortSignal;
}
