import { z } from 'zod';

const HexColor = z.string().regex(/^#[0-9a-f]{6}$/i, 'is a colour such as #610fc9');
/** Lies beside the file that names it: no folders, nothing hidden. */
const Picture = z
  .string()
  .regex(/^\w[\w.-]*\.(svg|png|webp|jpe?g)$/i, 'names an svg, png, webp or jpg file beside it');

/** What an operator may change about the looks of a site. */
const Look = z.strictObject({
  name: z.string().trim().min(1).max(60).optional(),
  /** The one brand colour; everything drawn in it is made readable in both themes. */
  color: HexColor.optional(),
  /** Stands in the header instead of our mark. */
  logo: Picture.optional(),
  /** Whether the logo already shows the name, so that the header does not say it twice. */
  nameInLogo: z.boolean().optional(),
  /** Icon of the browser's tab. */
  icon: Picture.optional(),
});
export type Look = z.infer<typeof Look>;

/** `DATA_DIR/site/site.json`: the looks of the site, and what differs when it is reached by certain host names. */
export const SiteFile = Look.extend({ hosts: z.record(z.string().toLowerCase(), Look).optional() });
export type SiteFile = z.infer<typeof SiteFile>;

/** Data of the site for the page, in the element `<meta name="balloon-site">`. */
export interface SiteLook {
  name: string;
  /** Address of the logo, or null for our mark. */
  logo: string | null;
  nameInLogo: boolean;
  /** Ten shades of the brand colour from light to dark, or null for our own. */
  shades: readonly string[] | null;
}
