import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { closePages, describePages, openPage, shareBrowser, USUAL, watchPage } from '#browser/browser.ts';
import { parkPage, takeParkedPage } from '#browser/parked-pages.ts';
import { parkResting, restPage, takeRestingPage } from '#browser/resting-pages.ts';

/** Site of a story, such as a test server. */
interface Site {
  url: string;
  close(): Promise<void>;
}

export interface Story {
  /** Faults of all pages since the last test, a line each; a test takes out those that it causes on purpose. */
  readonly faults: string[];
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** Opens a page with the session of a person, on no address yet. */
  pageOf(person: { token: string }, options?: BrowserContextOptions): Promise<Page>;
  /**
   * Opens such a page, or goes on in the one that a test before has left to the person, on a screen where nothing is under way:
   * for tests that are neither about a load nor about what the page has read before. They `visit` their addresses.
   */
  keptPageOf(person: { token: string }, options?: BrowserContextOptions): Promise<Page>;
  /** Gives back a page of several tests before the end of the file, for the next one that is opened. */
  giveBack(page: Page): Promise<void>;
}

/**
 * Gives the tests of a file a site and pages in the shared browser. Pages that a test opens end with it, those of `beforeAll`
 * with the file. A fault on any page fails the test during which it happens.
 *
 * @param open runs before the file's own `beforeAll`
 */
export function tellStory(open: () => Promise<Site>): Story {
  const faults: string[] = [];
  const onFault = (fault: string) => faults.push(fault);
  let site: Site | undefined;
  /** Pages of the file, and those of the present test, with their options. */
  const lasting = new Map<Page, BrowserContextOptions>();
  let opened = lasting;
  /** Sessions of the pages that stay loaded after their test. */
  const staying = new WeakMap<Page, string>();
  beforeAll(async () => {
    site = await open();
  });
  beforeEach(({ onTestFailed, task }) => {
    opened = new Map();
    onTestFailed(async () => console.error(`${task.name}: what the pages showed\n${await describePages()}`));
  });
  afterAll(async () => {
    await parkAll(lasting);
    await parkResting(urlOf());
    await closePages();
    await site?.close();
  });
  afterEach(async ({ task }) => {
    const ended = opened;
    opened = lasting;
    expect(faults.splice(0)).toEqual([]);
    if (task.result?.state !== 'fail') await parkAll(ended); // otherwise they will be described
  });

  const urlOf = () => site?.url ?? '';
  const begin = (page: Page, options: BrowserContextOptions) => {
    watchPage(page, onFault);
    opened.set(page, options);
    return page;
  };
  const newPage = async (differing?: BrowserContextOptions) => {
    const options = { ...USUAL, ...differing };
    const taken = await takeParkedPage(urlOf(), options);
    if (taken) return begin(taken, options);
    await parkResting(urlOf(), options);
    const page = await takeParkedPage(urlOf(), options);
    return begin(page ?? (await openPage(await shareBrowser(), onFault, options)), options);
  };
  const pageOf = async ({ token }: { token: string }, options?: BrowserContextOptions) => {
    const page = await newPage(options);
    await page.context().addCookies([{ name: 'balloon_session', value: token, url: urlOf() }]);
    return page;
  };
  const parkAll = async (pages: Map<Page, BrowserContextOptions>) => {
    for (const [page, options] of pages) {
      watchPage(page, () => {}); // a fault in leaving is none of the next test
      const token = pages === lasting ? undefined : staying.get(page);
      staying.delete(page);
      if (token === undefined) await parkPage(urlOf(), page, options);
      else await restPage(urlOf(), token, page, options);
    }
  };
  return {
    faults,
    newPage,
    pageOf,
    async keptPageOf({ token }, differing) {
      const options = { ...USUAL, ...differing };
      const taken = await takeRestingPage(urlOf(), token, options);
      const page = taken ? begin(taken, options) : await pageOf({ token }, differing);
      staying.set(page, token);
      return page;
    },
    async giveBack(page) {
      const options = lasting.get(page);
      if (options === undefined) return; // it ends with its test
      lasting.delete(page);
      await parkAll(new Map([[page, options]]));
    },
  };
}
