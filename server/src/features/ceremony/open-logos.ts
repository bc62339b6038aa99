import { setImmediate as pause } from 'node:timers/promises';
import { type OpenPicture, openPicture } from '#features/ceremony/certificate-signatures.ts';

/**
 * Logos that several pages of a document show: each is read when its first page is drawn, and is in the document once.
 *
 * @param logoOf reads a logo; null for one that cannot be drawn
 */
export function openLogos(doc: PDFKit.PDFDocument, logoOf: (name: string) => Promise<Buffer | null>) {
  const known = new Map<string, OpenPicture | null>();
  return {
    /** A logo as the document draws it. */
    async open(name: string): Promise<OpenPicture | null> {
      const opened = known.get(name);
      if (opened !== undefined) return opened;
      const content = await logoOf(name);
      const picture = content && openPicture(doc, content);
      known.set(name, picture);
      return picture;
    },

    /** Waits until a logo that was drawn is in the document, which is some work: so only one is unpacked at a time. */
    async drawn(picture: OpenPicture | null): Promise<void> {
      while (picture !== null && isUnpacked(picture) && !doc.destroyed) await pause();
    },
  };
}

/** The library keeps the pixels until the document has them. */
const isUnpacked = (picture: OpenPicture) => (picture as OpenPicture & { imgData?: unknown }).imgData != null;
