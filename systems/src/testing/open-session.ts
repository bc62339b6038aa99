import { openOutsideHttp } from '#http/outside-http.ts';
import { createPacer } from '#http/pacer.ts';
import type { Session } from '#outside-system.ts';
import type { StandIn } from '#stand-ins/stand-in.ts';

/** Opens a session of a test with a stand-in: without a pace, by the stand-in's clock. */
export function openSession(
  standIn: Pick<StandIn, 'url' | 'clock'>,
  credentials: Session['credentials'],
  {
    settings = {},
    charset,
    cookies,
  }: { settings?: Session['settings']; charset?: string; cookies?: string } = {},
): Session {
  return {
    http: openOutsideHttp({
      baseUrl: standIn.url,
      pacer: createPacer(0),
      ...(charset === undefined ? {} : { charset }),
      ...(cookies === undefined ? {} : { cookies }),
    }),
    credentials,
    settings,
    refusedSignIns: new Map(),
    nowMs: () => standIn.clock.nowMs(),
  };
}
