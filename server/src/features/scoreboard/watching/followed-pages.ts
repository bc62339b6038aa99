import { ThrottledError } from '#errors.ts';

/** Different pages of tables that one person follows, in however many windows. */
const MAX_PAGES = 24;

/**
 * Counts the pages that people follow. Each is made at each change, once for all windows that show it, and everybody waits for
 * all pages of a contest: one person who follows a thousand of them would stop the tables of the others.
 */
export class FollowedPages {
  readonly #ofPeople = new Map<number, Map<string, number>>();

  /** @throws {ThrottledError} TOO_MANY_EVENTS */
  add(personId: number, page: string): void {
    const pages = this.#ofPeople.get(personId) ?? new Map<string, number>();
    if (!pages.has(page) && pages.size >= MAX_PAGES)
      throw new ThrottledError('TOO_MANY_EVENTS', 'Leave other tables first');
    this.#ofPeople.set(personId, pages.set(page, (pages.get(page) ?? 0) + 1));
  }

  remove(personId: number, page: string): void {
    const pages = this.#ofPeople.get(personId);
    const left = (pages?.get(page) ?? 1) - 1;
    if (left > 0) pages?.set(page, left);
    else pages?.delete(page);
    if (pages?.size === 0) this.#ofPeople.delete(personId);
  }
}
