import type { OutsideServers, OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';

/** States of a server, the one that must be mended first comes first. */
const SERVER_STATES = ['drifted', 'paused', 'noRelay', 'noAccount', 'away', 'works'] as const;
export type ServerState = (typeof SERVER_STATES)[number];

type Facts = Pick<OutsideServerView, 'hasDrifted' | 'pausedAtMs' | 'awayUntilMs'> & {
  accounts: readonly Pick<OutsideServerView['accounts'][number], 'isEnabled'>[];
};

/** What a server does now. @param relays all of the site */
export function stateOfServer(
  server: Facts,
  relays: readonly Pick<OutsideServers['relays'][number], 'isAlive'>[],
  nowMs: number,
): ServerState {
  if (server.hasDrifted) return 'drifted';
  if (server.pausedAtMs !== null) return 'paused';
  if (!relays.some(({ isAlive }) => isAlive)) return 'noRelay';
  if (!server.accounts.some(({ isEnabled }) => isEnabled)) return 'noAccount';
  return server.awayUntilMs > nowMs ? 'away' : 'works';
}

/** Accounts by what they do now. `stopped`: those of the disabled ones that a failure has disabled. */
export function countAccounts(accounts: OutsideServerView['accounts']) {
  const enabled = accounts.filter(({ isEnabled }) => isEnabled);
  const busy = enabled.filter(({ isBusy }) => isBusy).length;
  const stopped = accounts.filter(({ disabledBy }) => disabledBy !== null && disabledBy !== 'admin').length;
  return { free: enabled.length - busy, busy, disabled: accounts.length - enabled.length, stopped };
}
