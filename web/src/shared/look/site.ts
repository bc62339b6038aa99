import type { SiteLook } from '@balloon/contracts/site/site.ts';

const OURS: SiteLook = { name: 'Balloon', logo: null, nameInLogo: false, shades: null };

/**
 * Name and logo of the installation, as written into the page by the server; the brand colour's tokens are in
 * a style sheet of the server.
 */
export const SITE: SiteLook = readSite();

function readSite(): SiteLook {
  // Without a page (tests of plain functions) the default site.
  const element = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="balloon-site"]');
  return element ? { ...OURS, ...(JSON.parse(element.content) as SiteLook) } : OURS;
}
