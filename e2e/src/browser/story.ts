import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { closePages, describePages, openPage, shareBrowser, USUAL, watchPage } from '#browser/browser.ts';
import { parkPage, takeParkedPage } from '#browser/parked-pages.ts';

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
  beforeAll(async () => {
    site = await open();
  });
  beforeEach(({ onTestFailed, task }) => {
    opened = new Map();
    onTestFailed(async () => console.error(`${task.name}: what the pages showed\n${await describePages()}`));
  });
  afterAll(async () => {
    await parkAll(lasting);
    await closePages();
    await site?.close();
  });
  afterEach(async ({ task }) => {
    const ended = opened;
    opened = lasting;
    expect(faults.splice(0)).toEqual([]);
    if (task.result?.state !== 'fail') await parkAll(ended); // otherwise they will be described
  });

  const newPage = async (differing?: BrowserContextOptions) => {
    const options = { ...USUAL, ...differing };
    const page =
      (await takeParkedPage(site?.url ?? '', options)) ??
      (await openPage(await shareBrowser(), onFault, options));
    watchPage(page, onFault);
    opened.set(page, options);
    return page;
  };
  const parkAll = async (pages: Map<Page, BrowserContextOptions>) => {
    for (const [page, options] of pages) {
      watchPage(page, () => {}); // a fault in leaving is none of the next test
      await parkPage(site?.url ?? '', page, options);
    }
  };
  return {
    faults,
    newPage,
    async pageOf({ token }, options) {
      const page = await newPage(options);
      await page.context().addCookies([{ name: 'balloon_session', value: token, url: site?.url ?? '' }]);
      return page;
    },
  };
}
