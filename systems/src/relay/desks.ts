import type { RelayTask } from '@balloon/contracts/outside/relay.ts';
import type { RelayJob } from '@balloon/contracts/outside/relay-jobs.ts';
import { createPacer, type Pacer } from '#http/pacer.ts';
import { polygonAccess } from '#polygon/polygon-access.ts';
import { type AccountDesk, openAccountDesk, type SystemAccess } from '#relay/account-desk.ts';
import type { Visitor } from '#relay/account-session.ts';
import { type Desk, openDesk } from '#relay/desk.ts';
import type { Duties } from '#relay/duties.ts';

/** Desks of all accounts that this relay has met, and of servers that it reads without one. */
export interface Desks {
  /** Finds the desk of a task, or opens it; null: this relay does not know the system. */
  deskOf(task: RelayTask): Desk | null;
  /** Finds the desk of a job's account or server, or opens it; null: this relay does not know the system. */
  deskOfJob(job: RelayJob): AccountDesk | null;
  /** Order of requests to a host, shared by all who ask it. @param everyMs pace of a host that was not met yet */
  pacerOf(url: string, everyMs: number): Pacer;
}

interface OpenDesk {
  identity: string;
  account: AccountDesk;
  /** Null until the account has a solution. */
  desk: Desk | null;
}

export function createDesks(duties: Duties): Desks {
  const open = new Map<string, OpenDesk>();
  const pacers = new Map<string, Pacer>();

  function pacerOf(url: string, everyMs: number): Pacer {
    const { host } = new URL(url);
    const pacer = pacers.get(host) ?? createPacer(everyMs);
    pacers.set(host, pacer);
    return pacer;
  }

  function openFor(visitor: RelayTask | RelayJob, access: SystemAccess, maySignIn: boolean): OpenDesk {
    const { account, server } = visitor;
    // Systems that share an account (SGU and Codeforces) have a desk each: their runs are listed in different places.
    const key = account === null ? `server ${server.id}` : `account ${account.id} of ${server.systemType}`;
    const identity = identityOf(visitor);
    const earlier = open.get(key);
    if (earlier?.identity === identity) {
      earlier.account.adopt(account, maySignIn);
      return earlier;
    }
    const pacer = pacerOf(server.url, access.pace.requestEveryMs);
    const opened = { identity, account: openAccountDesk(visitor, access, pacer, duties), desk: null };
    open.set(key, opened);
    return opened;
  }

  function accessTo(type: RelayJob['server']['systemType']): SystemAccess | undefined {
    return type === 'polygon' ? polygonAccess(duties.pauses.polygonEveryMs) : duties.systems[type];
  }

  return {
    pacerOf,
    deskOf(task) {
      const system = duties.systems[task.server.systemType];
      if (!system) return null;
      // The web hands out sends of accounts that admins have enabled.
      const opened = openFor(task, system, task.run === null);
      opened.desk ??= openDesk(opened.account, system, duties);
      return opened.desk;
    },
    deskOfJob(job) {
      const access = accessTo(job.server.systemType);
      return access ? openFor(job, access, true).account : null;
    },
  };
}

/** What a desk is opened for: an admin may change any of it. */
function identityOf({ account, server }: Visitor & { server: RelayJob['server'] }): string {
  const { id, systemType, url, settings } = server;
  return JSON.stringify([id, systemType, url, settings, account?.credentials]);
}
