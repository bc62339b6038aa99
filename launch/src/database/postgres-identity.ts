import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { StartError } from '#start-error.ts';

/** Way to run PostgreSQL, which refuses to run as root. */
export interface PostgresIdentity {
  /** Words in front of the command. */
  prefix: string[];
  /** Account that must own the server's files; null when that is our own. */
  owner: { uid: number; gid: number } | null;
}

// SIGINT is PostgreSQL's fast shutdown: the server ends when we do, even by kill -9.
const DIE_WITH_PARENT = ['setpriv', '--pdeathsig', 'INT'];
const ACCOUNT = 'balloon';

/**
 * Chooses an identity that PostgreSQL accepts: our own when we are not root; else an ordinary uid inside a user
 * namespace, where our files keep their owner; else, where namespaces are closed, a system account of its own.
 */
export function choosePostgresIdentity(): PostgresIdentity {
  if (process.getuid?.() !== 0) return { prefix: DIE_WITH_PARENT, owner: null };
  const mapped = namespacePrefix();
  if (mapped) return { prefix: [...mapped, ...DIE_WITH_PARENT], owner: null };
  return accountIdentity(systemAccount());
}

/** Makes the identity of another account, which will own the server's files; only root can use it. */
export function accountIdentity(owner: { uid: number; gid: number }): PostgresIdentity {
  const become = ['setpriv', '--reuid', `${owner.uid}`, '--regid', `${owner.gid}`, '--clear-groups'];
  return { prefix: [...become, ...DIE_WITH_PARENT.slice(1)], owner };
}

function namespacePrefix(): string[] | null {
  // initdb looks its uid up by name, so the uid must be in /etc/passwd. Inside the namespace it is only a name and
  // grants no access to files of that account.
  const account = passwdEntries().find(({ uid, gid }) => uid !== 0 && gid !== 0);
  if (!account) return null;
  const prefix = ['unshare', '--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`];
  return spawnSync(prefix[0] ?? '', [...prefix.slice(1), 'true']).status === 0 ? prefix : null;
}

function systemAccount(): { uid: number; gid: number } {
  if (!findAccount()) createAccount();
  const account = findAccount();
  if (!account) {
    throw new StartError(
      `PostgreSQL does not run as root, and the account ${ACCOUNT} could not be made: start Balloon as an ordinary user, or set DATABASE_URL`,
    );
  }
  return account;
}

function findAccount() {
  return passwdEntries().find(({ name }) => name === ACCOUNT);
}

function createAccount(): void {
  const home = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
  spawnSync('useradd', ['--system', '--user-group', ...home, ACCOUNT]);
}

function passwdEntries(): { name: string; uid: number; gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .filter((line) => line.includes(':'))
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
