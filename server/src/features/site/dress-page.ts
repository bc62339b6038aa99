import { createHash } from 'node:crypto';
import type { Look, SiteLook } from '@balloon/contracts/site/site.ts';
import { brandShades, brandStyle } from '#features/site/brand-colors.ts';

const PRODUCT = 'Balloon';

/** The page's HTML with a site's name, colours and pictures in the place of ours. */
export function dressPage(html: string, look: Look): string {
  const name = look.name ?? PRODUCT;
  const site: SiteLook = {
    name,
    logo: look.logo === undefined ? null : `/site/logo?${look.logo}`,
    nameInLogo: look.nameInLogo ?? false,
    shades: look.color === undefined ? null : brandShades(look.color),
  };
  const head = [
    `<title>${escaped(name)}</title>`,
    `<meta name="balloon-site" content="${escaped(JSON.stringify(site))}" />`,
    look.color && `<link rel="stylesheet" href="/site/brand.css?${hashOf(brandStyle(look.color))}" />`,
  ];
  return html
    .replace(/<title>.*?<\/title>/s, () => head.filter(Boolean).join('\n    '))
    .replaceAll(OUR_ICON, () => `/site/icon?${iconVersion(look)}`)
    .replace('type="image/svg+xml"', '');
}

/** Our icon in the browser's tab and on the loading screen. */
const OUR_ICON = '/favicon.svg';

/** Version in the icon's address, so that browsers with a cached old one request the new one. */
const iconVersion = ({ icon, color }: Look) => icon ?? color?.slice(1) ?? PRODUCT;

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
