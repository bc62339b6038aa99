/** Place of a row among all. */
export interface RowPlace {
  rank: number;
  displayRank: number | string;
  groupNumber: number;
  globalIndex: number;
}

/** Row of a page of the table, as far as its place is concerned. */
export interface PlacedRow extends RowPlace {
  user: { id: number };
}

/** Page of the table; its version names all that it shows, but for titles and the own row. */
export interface VersionedPage<Row extends PlacedRow> {
  rows: Row[];
  lastSolutionSentAtMs: number;
  actualTableHash: { hash: string; createdAtMs: number };
}

/** What changed in a page between two versions of it. */
export interface PageChange<Page extends VersionedPage<PlacedRow>> {
  from: string;
  to: string;
  /** Number of rows on the page. */
  length: number;
  /** Rows whose person or result changed or who came to the page, whole and with their present place. */
  rows: Page['rows'];
  /** Other rows that moved: their index on the page, their person, and the place. */
  places: (RowPlace & { index: number; userId: number })[];
  /** Other things on the page that changed. */
  facts: { [Name in keyof Page]?: Page[Name] | undefined };
}

/**
 * Page after a change.
 *
 * @param offset place of the page's first row among all
 * @returns null for a change of another version
 */
export function changedPage<Row extends PlacedRow, Page extends VersionedPage<Row>>(
  page: Page,
  change: PageChange<Page>,
  offset: number,
): Page | null {
  if (page.actualTableHash.hash !== change.from) return null;
  const byUser = new Map(page.rows.map((row) => [row.user.id, row]));
  const rows: (Row | undefined)[] = page.rows.slice(0, change.length);
  for (const { index, userId, ...place } of change.places) {
    const row = byUser.get(userId);
    rows[index] = row && { ...row, ...place };
  }
  for (const row of change.rows) rows[row.globalIndex - offset] = row;
  const whole = rows.filter((row) => row !== undefined);
  if (whole.length !== change.length) return null;
  const createdAtMs = change.facts.lastSolutionSentAtMs ?? page.lastSolutionSentAtMs;
  return { ...page, ...change.facts, rows: whole, actualTableHash: { hash: change.to, createdAtMs } };
}
