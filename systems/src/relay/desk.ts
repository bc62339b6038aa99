import type { OutsideSystem } from '#outside-system.ts';
import type { AccountDesk } from '#relay/account-desk.ts';
import { createTroubles, type Troubles } from '#relay/account-troubles.ts';
import type { Duties } from '#relay/duties.ts';
import { createPoller, type Poller } from '#relay/poller.ts';

/** Place of one account that carries solutions: its session, its order of requests and its runs. */
export interface Desk extends AccountDesk {
  readonly system: OutsideSystem;
  readonly poller: Poller;
  readonly troubles: Troubles;
}

/** Opens the desk for solutions of an account. */
export function openDesk(account: AccountDesk, system: OutsideSystem, duties: Duties): Desk {
  const desk: Desk = {
    ...{ ...account, system },
    get poller() {
      return poller;
    },
    troubles: createTroubles(account.redact, duties),
  };
  const poller = createPoller(desk);
  return desk;
}
