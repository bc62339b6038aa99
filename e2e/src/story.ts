import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { closePages, describePages, openPage, shareBrowser } from '#browser.ts';

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
 * Gives the tests of a file a site and pages in the shared browser, which are closed after them. A fault on any page fails
 * the test during which it happens.
 *
 * @param open runs before the file's own `beforeAll`
 */
export function tellStory(open: () => Promise<Site>): Story {
  const faults: string[] = [];
  let site: Site | undefined;
  beforeAll(async () => {
    site = await open();
  });
  beforeEach(({ onTestFailed, task }) => {
    onTestFailed(async () => console.error(`${task.name}: what the pages showed\n${await describePages()}`));
  });
  afterAll(async () => {
    await closePages();
    await site?.close();
  });
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  const newPage = async (options?: BrowserContextOptions) =>
    openPage(await shareBrowser(), (fault) => faults.push(fault), options);
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
