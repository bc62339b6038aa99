import { ADVISORY_LOCKS } from '@balloon/database/advisory-locks.ts';
import { sql } from 'kysely';
import { upsertLanguages } from '#features/installation/language-table.ts';
import { createReservedAccounts } from '#features/installation/reserved-accounts.ts';
import { createSampleData } from '#features/installation/sample-data.ts';
import type { ServerOptions, Services } from '#services.ts';

export interface NewAccount {
  username: string;
  password: string;
  role: 'admin' | 'participant';
}

/** The part of the services that a first start needs. */
export interface Installation extends Pick<Services, 'db'> {
  options: Pick<ServerOptions, 'adminPassword' | 'sampleData'>;
}

/**
 * Puts into a migrated database what every installation has: the reserved accounts, the languages, and at
 * the very first start the sample data. Under a lock and in one transaction, so that several web
 * processes may start at once and a start that dies half-way leaves nothing.
 *
 * @returns accounts created now, with passwords to be shown once
 */
export async function prepareInstallation({ db, options }: Installation): Promise<NewAccount[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.installation})`.execute(tx);
    await upsertLanguages(tx);
    const reserved = await createReservedAccounts(tx, options.adminPassword);
    const participants = await createSampleData(tx, options.sampleData);
    return [...reserved, ...participants];
  });
}
