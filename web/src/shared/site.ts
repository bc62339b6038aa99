import type { SiteLook } from '@balloon/contracts/site.ts';

const OURS: SiteLook = { name: 'Balloon', logo: null, nameInLogo: false, shades: null };

/**
 * What tells one installation from another, as the server wrote it into the page; the brand colour's tokens come by
 * a style sheet of the server.
 */
export const SITE: SiteLook = readSite();

function readSite(): SiteLook {
  // Without a page (tests of what needs none) the site is ours.
  const element = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="balloon-site"]');
  return element ? { ...OURS, ...(JSON.parse(element.content) as SiteLook) } : OURS;
}
