import type { PublicRow } from '@balloon/contracts/scoreboard/public-table.ts';
import type { MirrorState } from '#mirror/mirror-state.ts';
import { drawHead, drawRow, element } from '#mirror/page/draw-rows.ts';
import { forgetPartsBut, readPart } from '#mirror/page/parts.ts';
import type { Texts } from '#mirror/page/texts.ts';

const ROW_PX = 42;
const ROWS_IN_PART = 100;
/** Most rows that a search shows. */
const MOST_FOUND = 200;
const TRY_AGAIN_MS = 5_000;

/** What the table shows. */
export interface Shown {
  state: MirrorState;
  texts: Texts;
  /** Part of names; empty: everybody. */
  search: string;
}

/**
 * The table on the screen. Parts of a hundred rows are read and drawn as they come near, so that a viewer reads a few of
 * a hundred parts, and after a change only those that differ.
 */
export class TableView {
  readonly #table: HTMLTableElement;
  readonly #near: IntersectionObserver;
  #shown: Shown | null = null;

  constructor(table: HTMLTableElement, scroller: Element) {
    this.#table = table;
    this.#near = new IntersectionObserver((seen) => this.#fillNear(seen), {
      root: scroller,
      rootMargin: '600px',
    });
  }

  /** Draws what is not drawn yet. @returns whether a search has found nobody */
  async show(shown: Shown): Promise<boolean> {
    const before = this.#shown;
    if (before && isSame(before, shown))
      return before.search !== '' && this.#table.tBodies[0]?.rows.length === 0;
    this.#shown = shown;
    this.#near.disconnect();
    forgetPartsBut(shown.state.parts);
    if (shown.search !== '') return this.#showFound(shown);
    this.#showAll(shown, before?.search === '');
    return false;
  }

  #showAll(shown: Shown, hasRows: boolean): void {
    const old = hasRows ? [...this.#table.tBodies] : [];
    const bodies = shown.state.parts.map((name, at) => {
      const body = spaceFor(shown.state, name, at);
      // What is on the screen stays until the new rows have come.
      body.replaceChildren(...(old[at]?.cloneNode(true).childNodes ?? body.childNodes));
      return body;
    });
    this.#draw(shown, bodies);
    for (const body of bodies) this.#near.observe(body);
  }

  #fillNear(seen: readonly IntersectionObserverEntry[]): void {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting || !this.#shown) continue;
      this.#near.unobserve(target);
      void this.#fill(target as HTMLTableSectionElement, this.#shown);
    }
  }

  async #fill(body: HTMLTableSectionElement, shown: Shown): Promise<void> {
    try {
      const rows = await readPart(body.dataset.part ?? '');
      if (shown === this.#shown) fillWith(body, rows, shown.texts);
    } catch {
      setTimeout(() => shown === this.#shown && void this.#fill(body, shown), TRY_AGAIN_MS);
    }
  }

  async #showFound(shown: Shown): Promise<boolean> {
    const wanted = shown.search.toLocaleLowerCase();
    const parts = await Promise.all(shown.state.parts.map(readPart));
    if (shown !== this.#shown) return false;
    const found = parts.flat().filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
    const body = document.createElement('tbody');
    fillWith(body, found.slice(0, MOST_FOUND), shown.texts);
    this.#draw(shown, [body]);
    return found.length === 0;
  }

  #draw({ state, texts }: Shown, bodies: readonly HTMLTableSectionElement[]): void {
    this.#table.replaceChildren(
      element('caption', 'for-readers', texts.table),
      drawHead(state, texts),
      ...bodies,
    );
  }
}

const isSame = (one: Shown, other: Shown) =>
  one.state.parts.join() === other.state.parts.join() &&
  one.texts === other.texts &&
  one.search === other.search;

/** A body as high as its rows will be. */
function spaceFor({ rowsNumber }: MirrorState, name: string, at: number): HTMLTableSectionElement {
  const body = document.createElement('tbody');
  body.dataset.part = name;
  const space = body.insertRow().insertCell();
  space.style.height = `${Math.min(ROWS_IN_PART, rowsNumber - at * ROWS_IN_PART) * ROW_PX}px`;
  return body;
}

function fillWith(body: HTMLTableSectionElement, rows: readonly PublicRow[], texts: Texts): void {
  body.replaceChildren(...rows.map((row) => drawRow(row, texts)));
}
