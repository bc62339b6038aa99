import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import {
  DRAFT_LEAST_PAUSE_MS,
  MAX_DRAFT_BYTES,
  MAX_DRAFT_SNAPSHOTS,
} from '@balloon/contracts/hall/draft-limits.ts';
import type { KeepDraft } from '@balloon/contracts/hall/drafts.ts';
import type { Db } from '@balloon/database/connect.ts';
import { problemPosition } from '@balloon/domain/contests/problem-index.ts';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';

const deflate = promisify(deflateRaw);

/** Time in ms for which snapshots are collected before they are written. */
const WRITE_AFTER_MS = 3_000;
/** Most snapshots that wait, far more than a hall of thousands sends meanwhile; further ones are not kept. */
const MAX_WAITING = 2_000;
const MAX_PEOPLE = 50_000;

interface Snapshot {
  contestId: number;
  accountId: number;
  /** Member of a team who writes; 0: the account itself. */
  memberId: number;
  position: number;
  takenAtMs: number;
  languageId: number | null;
  source: Buffer;
  characters: number;
  insertedAtOnce: number;
}

/**
 * Writes down drafts, those of some seconds in one statement over one connection: thousands who type take nothing from who
 * sends. Evidence may have gaps, so a draft that finds no room, or a process that dies, loses a snapshot and nothing else.
 */
export class DraftKeeper {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  /** By contest and person, of whom one waits at most. */
  readonly #waiting = new Map<string, Snapshot>();
  /** When each was kept last, so that most that come too early cost no statement. */
  readonly #lastMs = new LRUCache<string, number>({
    ...{ maxSize: MAX_PEOPLE, sizeCalculation: () => 1 }, // `max` would take the memory for all of them at once
  });
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  /** Takes a snapshot. @returns false when the last one was a moment ago, or too many wait */
  async take(
    where: { contestId: number; accountId: number; memberId: number; atMs: number },
    draft: KeepDraft,
  ): Promise<boolean> {
    const { contestId, accountId, memberId, atMs } = where;
    const key = `${contestId} ${accountId} ${memberId}`;
    if (atMs - (this.#lastMs.get(key) ?? 0) < DRAFT_LEAST_PAUSE_MS || this.#waiting.size >= MAX_WAITING)
      return false;
    this.#lastMs.set(key, atMs);
    const { symbolIndex, languageId, source, insertedAtOnce } = draft;
    this.#waiting.set(key, {
      ...{ contestId, accountId, memberId, takenAtMs: atMs, languageId, insertedAtOnce },
      position: problemPosition(symbolIndex) ?? -1,
      source: await deflate(source),
      characters: source.length,
    });
    this.#timer ??= setTimeout(() => void this.write(), WRITE_AFTER_MS);
    return true;
  }

  /** Writes what waits. One statement at a time: more connections would be taken from who reads. */
  write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(async () => {
      const snapshots = [...this.#waiting.values()];
      this.#waiting.clear();
      try {
        if (snapshots.length > 0) await writeSnapshots(this.#db, snapshots);
      } catch (error) {
        this.#log.warn({ err: error, snapshots: snapshots.length }, 'drafts were not kept');
      }
    });
    return this.#writing;
  }
}

/** Writes snapshots, one of a person at most, for whom there is room; other web processes may have kept one just now. */
async function writeSnapshots(db: Db, snapshots: readonly Snapshot[]): Promise<void> {
  const column = (key: keyof Snapshot) => snapshots.map((snapshot) => snapshot[key]);
  await sql`
    with given as (
      select * from unnest(
        ${column('contestId')}::integer[], ${column('accountId')}::integer[], ${column('memberId')}::integer[],
        ${column('position')}::integer[],
        ${column('takenAtMs')}::bigint[], ${column('languageId')}::integer[], ${column('source')}::bytea[],
        ${column('characters')}::integer[], ${column('insertedAtOnce')}::integer[]
      ) as given (
        contest_id, account_id, member_id, position, taken_at_ms, language_id, source, characters, inserted_at_once
      )
    ),
    placed as (
      select given.*, contest_problem.problem_id from given
      join contest_problem using (contest_id, position)
      join contest_participant using (contest_id, account_id)
    ),
    counted as (
      insert into draft_count (contest_id, account_id, member_id, snapshots, bytes, last_at_ms)
      select contest_id, account_id, member_id, 1, octet_length(source), taken_at_ms from placed
      order by contest_id, account_id, member_id
      on conflict (contest_id, account_id, member_id) do update set
        snapshots = draft_count.snapshots + 1,
        bytes = draft_count.bytes + excluded.bytes,
        last_at_ms = excluded.last_at_ms
      where draft_count.last_at_ms <= excluded.last_at_ms - ${DRAFT_LEAST_PAUSE_MS}::bigint
        and draft_count.snapshots < ${MAX_DRAFT_SNAPSHOTS}::integer
        and draft_count.bytes + excluded.bytes <= ${MAX_DRAFT_BYTES}::bigint
      returning contest_id, account_id, member_id
    )
    insert into draft_snapshot (
      contest_id, account_id, problem_id, member_id, taken_at_ms, language_id, source, characters, inserted_at_once
    )
    select contest_id, account_id, problem_id, member_id, taken_at_ms, language_id, source, characters,
      inserted_at_once
    from placed join counted using (contest_id, account_id, member_id)
    on conflict do nothing
  `.execute(db);
}
