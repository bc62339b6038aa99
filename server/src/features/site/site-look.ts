import type { Look } from '@balloon/contracts/site/site.ts';
import type { LooksSettings } from '@balloon/contracts/site/site-settings.ts';
import { readPicture, type StoredPicture } from '#features/site/pictures.ts';
import { readLook, SiteFileError } from '#features/site/read-look.ts';
import type { Services } from '#services.ts';

/**
 * Returns the look of the site under a host name: the operator's file, and behind it what admins have entered. A broken
 * file is logged and ignored, so that the site still works. Pictures are named by their file or their content.
 */
export async function lookOf(services: Services, host: string): Promise<Look> {
  return { ...enteredLook(services), ...(await fileLook(services, host)) };
}

/** Returns a picture that admins have sent, when the operator's file names none. */
export async function enteredPicture(
  services: Services,
  host: string,
  kind: 'logo' | 'icon',
): Promise<StoredPicture | null> {
  const look = await fileLook(services, host);
  return look[kind] === undefined ? picturesOf(services.settings.stored.looks.settings)[kind] : null;
}

function enteredLook({ settings }: Services): Look {
  const entered = settings.stored.looks.settings;
  const { logo, icon } = picturesOf(entered);
  return {
    ...(entered.name !== null && { name: entered.name }),
    ...(entered.color !== null && { color: entered.color }),
    ...(logo && { logo: logo.name, nameInLogo: entered.nameInLogo }),
    ...(icon && { icon: icon.name }),
  };
}

type Pictures = Record<'logo' | 'icon', StoredPicture | null>;

const decoded = new WeakMap<LooksSettings, Pictures>();

/** Decodes the pictures once after each change. */
function picturesOf(looks: LooksSettings): Pictures {
  const known = decoded.get(looks);
  if (known) return known;
  const pictures = { logo: readPicture(looks.logo), icon: readPicture(looks.icon) };
  decoded.set(looks, pictures);
  return pictures;
}

async function fileLook({ options, log }: Services, host: string): Promise<Look> {
  try {
    return (await readLook(options.siteDir, host)) ?? {};
  } catch (error) {
    if (!(error instanceof SiteFileError)) throw error;
    log.warn(error.message);
    return {};
  }
}
