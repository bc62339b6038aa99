import { RatingTable } from '@balloon/contracts/ratings/ratings.ts';
import { listedChange } from '#features/ratings/listed-change.ts';
import {
  findOrderOfGroup,
  findTableRows,
  type StoredGroup,
  type StoredTableRow,
} from '#features/ratings/ratings.queries.ts';
import { publicUser } from '#features/users/public-user.ts';
import { inBatches, listInPieces } from '#http/answers/list-in-pieces.ts';
import { PackedPage } from '#http/answers/packed-page.ts';
import { AnnouncedCache } from '#realtime/announced-cache.ts';
import type { Services } from '#services.ts';

/** Memory of the tables that are kept; one of 2,500 people takes some 2 MB. */
const MAX_BYTES = 48 * 1024 ** 2;
/** Names of teams and times of contests that an import changes are not all announced. */
const MAX_AGE_MS = 30_000;

/**
 * Ratings of groups, made and compressed once until ratings, people or contests change: a whole hall opens the table when
 * ratings were stored.
 */
export class RatingTables {
  readonly #services: Services;
  readonly #pages: AnnouncedCache<PackedPage>;
  readonly #stops: readonly (() => void)[];

  constructor(services: Services) {
    const { announcements } = services;
    this.#services = services;
    this.#pages = new AnnouncedCache(announcements, {
      maxEntries: MAX_BYTES,
      maxAgeMs: MAX_AGE_MS,
      sizeOf: ({ sizeBytes }) => sizeBytes,
    });
    const forget = () => this.#pages.clear();
    this.#stops = [
      announcements.on('ratings.changed', forget),
      announcements.on('people.changed', forget),
      announcements.on('contest.changed', forget),
    ];
  }

  /** A `RatingTable`, best first, for all who may see the ratings of the group. */
  of(group: StoredGroup): Promise<PackedPage> {
    return this.#pages.read(JSON.stringify(group), () => this.#make(group), group.id);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#pages.close();
  }

  async #make(group: StoredGroup): Promise<PackedPage> {
    const { db } = this.#services; // a replica may be behind the announcement by which the last one was dropped
    const order = await findOrderOfGroup(db, group.id);
    const found = await inBatches(order, (changeIds) => findTableRows(db, group.id, changeIds));
    const byId = new Map(found.map((row) => [row.id, row]));
    const rows = order.flatMap((id) => byId.get(id) ?? []);
    let text = '';
    for await (const piece of listInPieces(RatingTable.element, withPlaces(rows, group))) text += piece;
    return PackedPage.of(text, true);
  }
}

/** Rows in order as they go out; equal ratings share the first of their places. */
function* withPlaces(rows: readonly StoredTableRow[], group: StoredGroup) {
  let groupRank = 1;
  for (const [index, row] of rows.entries()) {
    if (rows[index - 1]?.ratingAfter !== row.ratingAfter) groupRank = index + 1;
    const { contest, ...change } = listedChange(row, group);
    const person = publicUser({ ...row, id: row.userId });
    yield {
      ...change,
      groupRank,
      User: { ...person, rating: row.ratingAfter },
      Contest: contest,
      Group: group,
    };
  }
}
