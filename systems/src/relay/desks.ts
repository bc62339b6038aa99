import type { RelayTask } from '@balloon/contracts/relay.ts';
import { createPacer, type Pacer } from '#http/pacer.ts';
import type { OutsideSystem } from '#outside-system.ts';
import { type Desk, openDesk } from '#relay/desk.ts';
import type { Duties } from '#relay/duties.ts';

/** Desks of all accounts that this relay has met. */
export interface Desks {
  /** Finds the desk of a task, or opens it; null: this relay does not know the system. */
  deskOf(task: RelayTask): Desk | null;
}

export function createDesks(duties: Duties): Desks {
  const desks = new Map<number, { identity: string; desk: Desk }>();
  const pacers = new Map<string, Pacer>();

  /** Accounts of one host share its pace. */
  function pacerOf(url: string, { pace }: OutsideSystem): Pacer {
    const { host } = new URL(url);
    const pacer = pacers.get(host) ?? createPacer(pace.requestEveryMs);
    pacers.set(host, pacer);
    return pacer;
  }

  return {
    deskOf(task) {
      const system = duties.systems[task.server.systemType];
      if (!system) return null;
      const identity = identityOf(task);
      const open = desks.get(task.account.id);
      if (open?.identity === identity) {
        open.desk.adopt(task);
        return open.desk;
      }
      const desk = openDesk(task, system, pacerOf(task.server.url, system), duties);
      desks.set(task.account.id, { identity, desk });
      return desk;
    },
  };
}

/** What a desk is opened for: an admin may change any of it. */
function identityOf({ account, server }: RelayTask): string {
  const { id, systemType, url, settings } = server;
  return JSON.stringify([id, systemType, url, settings, account.credentials]);
}
