import type { Db } from '@balloon/database/connect.ts';
import { OUTSIDE_SYSTEMS, type OutsideSystemType } from '@balloon/domain/outside/outside-systems.ts';

export interface OutsideOptions {
  systemType?: OutsideSystemType;
  /** Absent: a server of its own. */
  serverId?: number;
  sendEveryMs?: number;
  title?: string;
  foreignId?: string;
  sourceUrl?: string | null;
  htmlStatement?: string;
  limits?: { timeLimitMs?: number; memoryLimitKb?: number; inputFile?: string; outputFile?: string };
}

let lastServer = 0;

/** Adds a problem that an outside system judges, and unless one is named a server of that system with one language. */
export async function givenOutsideProblem(db: Db, options: OutsideOptions = {}) {
  const { systemType = 'timus', title = 'A+B', foreignId = '1000', sourceUrl = null, limits = {} } = options;
  const serverId = options.serverId ?? (await givenOutsideServer(db, systemType, options.sendEveryMs));
  const { htmlStatement = '<p>Add.</p>' } = options;
  const problem = await db
    .insertInto('problem')
    .values({ title, systemType, foreignProblemIdentifier: foreignId, sourceUrl, htmlStatement })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('outsideProblem')
    .values({ problemId: problem.id, serverId, ...limits })
    .execute();
  const { id: languageId } = await db
    .selectFrom('language')
    .select('id')
    .where('outsideServerId', '=', serverId)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return { serverId, problemId: problem.id, languageId };
}

async function givenOutsideServer(db: Db, systemType: OutsideSystemType, sendEveryMs = 0): Promise<number> {
  lastServer += 1;
  const { name } = OUTSIDE_SYSTEMS[systemType];
  const url = `https://${systemType.toLowerCase()}-${lastServer}.example.org/`;
  const { id } = await db
    .insertInto('outsideServer')
    .values({ systemType, name, url, sendEveryMs, createdAtMs: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await givenOutsideLanguage(db, { systemType, serverId: id });
  return id;
}

/** Adds a language to a server. Returns its id. */
export async function givenOutsideLanguage(
  db: Db,
  language: { serverId: number; systemType: OutsideSystemType; key?: string; name?: string; family?: string },
): Promise<number> {
  const { serverId, systemType, key = '78', name = 'G++ 13.2 x64', family = 'c_cpp' } = language;
  const { id } = await db
    .insertInto('language')
    .values({
      ...{ systemType, outsideServerId: serverId, foreignLanguageId: key },
      ...{ name, languageFamily: family },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
