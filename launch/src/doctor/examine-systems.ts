import type { Settings } from '@balloon/contracts/settings/settings.ts';
import type { StoredServer } from '@balloon/server/features/outside-systems/examined-servers.ts';
import type { Finding } from '@balloon/systems/examine/examine-server.ts';
import { openSiteDatabase } from '#database/site-database.ts';
import { ensureSecret, openDataDir, SECRETS } from '#files/data-dir.ts';

/** Findings about one server of an outside system, as `--json` prints them. */
export interface SystemReport {
  systemType: StoredServer['systemType'];
  name: string;
  url: string;
  /** Whether sends wait now, and why. */
  isPaused: boolean;
  pauseReason: string | null;
  findings: Finding[];
}

/** Systems in which a list is of one contest, the first part of a problem's identifier. */
const LISTED_BY_CONTEST: ReadonlySet<StoredServer['systemType']> = new Set(['yandex', 'yandexOfficial']);

/**
 * Looks at every server of outside systems that the site of this machine has, as a relay would, and sends nothing.
 *
 * @param told receives the name of a server before it is looked at
 */
export async function examineSystems(
  settings: Settings,
  told: (name: string) => void,
): Promise<SystemReport[]> {
  await using database = await openSiteDatabase(settings, { migrates: true });
  const [{ connect }, stored, { ALL_SYSTEMS }, { examineServer }, { examinePolygon }] = await Promise.all([
    import('@balloon/database/connect.ts'),
    import('@balloon/server/features/outside-systems/examined-servers.ts'),
    import('@balloon/systems/all-systems.ts'),
    import('@balloon/systems/examine/examine-server.ts'),
    import('@balloon/systems/examine/examine-polygon.ts'),
  ]);
  const key = settings.settingsKey ?? ensureSecret(openDataDir(settings.dataDir), SECRETS.settingsKey);
  const { db, close } = connect(database.url, { maxConnections: 1 });

  async function look(server: StoredServer): Promise<Finding[]> {
    const { systemType, accounts, foreignId } = server;
    if (systemType === 'polygon') return examinePolygon(server);
    const scope = LISTED_BY_CONTEST.has(systemType) ? (foreignId?.split(':')[0] ?? null) : null;
    const { findings, sessions } = await examineServer(ALL_SYSTEMS[systemType], { ...server, scope });
    for (const [position, session] of sessions) {
      const account = accounts[position];
      if (account && account.session !== session) await stored.keepSession(db, key, account.id, session);
    }
    return findings;
  }

  try {
    const reports: SystemReport[] = [];
    for (const server of await stored.readStoredServers(db, key)) {
      told(server.name);
      const { systemType, name, url, isPaused, pauseReason } = server;
      reports.push({ systemType, name, url, isPaused, pauseReason, findings: await look(server) });
    }
    return reports;
  } finally {
    await close();
  }
}
