import type { OutsideFailure } from '@balloon/contracts/outside/relay.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { KEEPING_SYSTEMS } from '@balloon/domain/outside/outside-systems.ts';
import { sql } from 'kysely';
import { storableJson, storableOrNull, storableText } from '#content/storable.ts';
import { announceServer } from '#features/outside-systems/announce-outside.ts';

/** Troubles of a server that are kept. */
const KEPT = 20;

/** Pauses of sends after failures in a row, in ms; the last one repeats. */
const AWAY_MS = [15_000, 30_000, 60_000, 120_000, 300_000];

/** Longest pause in ms that a system may ask for: one that asks for a day is tried again within the contest. */
export const MAX_ASKED_PAUSE_MS = 3_600_000;

/** What a failure concerns. */
export interface Concerned {
  serverId: number;
  accountId: number | null;
  solutionId: number | null;
}

/**
 * Does what a failure asks for: an account rests or is disabled, sends to a server wait, or stop until somebody has
 * looked at a page that has changed. Records it for supervisors.
 */
export async function takeTrouble(tx: Tx, concerned: Concerned, failure: OutsideFailure): Promise<void> {
  const { kind, message } = failure;
  const askedMs = Math.min(failure.retryAfterMs ?? 0, MAX_ASKED_PAUSE_MS);
  const { serverId, accountId } = concerned;
  if (kind === 'down') await waitForServer(tx, serverId, askedMs);
  if (kind === 'drift') await pauseServer(tx, serverId, message);
  if (kind === 'rate' && accountId !== null) await slowDown(tx, accountId, askedMs);
  if ((kind === 'signedOut' || kind === 'challenge') && accountId !== null)
    await disableAccount(tx, accountId, kind, message);
  await recordTrouble(tx, concerned, failure);
  await announceServer(tx, serverId);
}

/** Lets sends to a server wait, longer with each failure in a row. */
async function waitForServer(tx: Tx, serverId: number, atLeastMs: number): Promise<void> {
  const pauses = sql`(${`{${AWAY_MS.join()}}`}::bigint[])[least(failures + 1, ${AWAY_MS.length})]`;
  await tx
    .updateTable('outsideServer')
    .set((eb) => ({
      failures: eb('failures', '+', 1),
      awayUntilMs: sql<number>`${NOW_MS} + greatest(${pauses}, ${atLeastMs}::bigint)`,
    }))
    .where('id', '=', serverId)
    .execute();
}

/** Stops sends because a page has changed. */
async function pauseServer(tx: Tx, serverId: number, reason: string): Promise<void> {
  await tx
    .updateTable('outsideServer')
    .set({ pausedAtMs: NOW_MS, pauseReason: storableOrNull(reason), pausedById: null, hasDrifted: true })
    .where('id', '=', serverId)
    .where('pausedAtMs', 'is', null)
    .execute();
}

/** The account rests for twice its pace, or as long as the system asks. */
async function slowDown(tx: Tx, accountId: number, atLeastMs: number): Promise<void> {
  await tx
    .updateTable('outsideAccount as account')
    .from('outsideServer as server')
    .whereRef('server.id', '=', 'account.serverId')
    .where('account.id', '=', accountId)
    .set({
      freeAtMs: sql<number>`${NOW_MS} + greatest(2 * server.send_every_ms::bigint, ${atLeastMs}::bigint)`,
    })
    .execute();
}

/** Stops using an account until an admin enables it, which begins a session anew where that holds nothing else. */
export async function disableAccount(
  tx: Tx,
  accountId: number,
  disabledBy: 'signedOut' | 'challenge' | 'sealed',
  reason: string | null = null,
): Promise<void> {
  await tx
    .updateTable('outsideAccount')
    .set({ disabledAtMs: NOW_MS, disabledBy, reason: storableOrNull(reason), session: KEPT_SESSION })
    .where('id', '=', accountId)
    .where('disabledAtMs', 'is', null)
    .execute();
}

/** Session of an account after it was disabled or changed. */
export const KEPT_SESSION = sql<string | null>`case
  when (select system_type from outside_server where outside_server.id = server_id) = any(${[...KEEPING_SYSTEMS]}::text[])
  then session
end`;

async function recordTrouble(
  db: Db,
  { serverId, accountId, solutionId }: Concerned,
  { kind, message, evidence }: OutsideFailure,
): Promise<void> {
  await db
    .insertInto('outsideTrouble')
    .values({
      ...{ serverId, accountId, solutionId, kind },
      message: storableText(message),
      evidence: evidence ? storableJson(evidence) : null,
      happenedAtMs: NOW_MS,
    })
    .execute();
  await sql`
    delete from outside_trouble where server_id = ${serverId} and id <= (
      select id from outside_trouble where server_id = ${serverId}
      order by id desc offset ${KEPT} limit 1
    )
  `.execute(db);
}

/** A send that the system took shows that the server is there. */
export async function noteServerAnswers(db: Db, serverId: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('outsideServer')
    .set({ failures: 0, awayUntilMs: 0 })
    .where('id', '=', serverId)
    .where('failures', '>', 0)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await announceServer(db, serverId);
}
