import { type Box, fittedTexts, type SetLine } from '#features/ceremony/certificate-layout.ts';
import type { DrawnPictures } from '#features/ceremony/certificate-pictures.ts';

const INK = '#14171c';
const INK_SOFT = '#4d5562';
const PICTURE_HEIGHT = 44;
const NAMES_HEIGHT = 54;
const GAP = 28;
/** A single signature does not stretch over the page. */
const MAX_WIDTH = 220;

export type OpenPicture = PDFKit.Mixins.ImageSrc & { width: number; height: number };

/** Part of the library that its types leave out. */
interface OpensPictures {
  openImage(content: Buffer): OpenPicture;
}

export interface OpenSignature {
  picture: OpenPicture | null;
  name: string;
  title: string;
}

/** A picture as a document draws it. */
export const openPicture = (doc: PDFKit.PDFDocument, content: Buffer): OpenPicture =>
  (doc as unknown as OpensPictures).openImage(content);

/** Pictures as a document draws them. */
export function openPictures(doc: PDFKit.PDFDocument, { logo, signatures }: DrawnPictures) {
  const open = (content: Buffer | null) => content && openPicture(doc, content);
  return {
    logo: open(logo),
    signatures: signatures.map(
      ({ picture, ...words }): OpenSignature => ({ ...words, picture: open(picture) }),
    ),
  };
}

/**
 * Draws signatures side by side at the foot of a box.
 *
 * @param inFont chooses the font that has a line
 * @returns what they leave of the box
 */
export function drawSignatures(
  doc: PDFKit.PDFDocument,
  signatures: readonly OpenSignature[],
  box: Box,
  inFont: (line: SetLine) => SetLine,
): Box {
  if (signatures.length === 0) return box;
  const width = Math.min(MAX_WIDTH, (box.width - GAP * (signatures.length - 1)) / signatures.length);
  const left = box.x + (box.width - width * signatures.length - GAP * (signatures.length - 1)) / 2;
  const top = box.y + box.height - PICTURE_HEIGHT - NAMES_HEIGHT;
  for (const [index, { picture, name, title }] of signatures.entries()) {
    const x = left + index * (width + GAP);
    if (picture) drawIn(doc, picture, { x, y: top, width, height: PICTURE_HEIGHT });
    const line = top + PICTURE_HEIGHT + 2;
    doc
      .lineWidth(0.7)
      .moveTo(x, line)
      .lineTo(x + width, line)
      .stroke(INK_SOFT);
    const lines = [
      { text: name, font: 'text', size: 12, color: INK },
      { text: title, font: 'text', size: 10, color: INK_SOFT },
    ].filter(({ text }) => text !== '');
    fittedTexts(doc, lines.map(inFont), { x, y: line + 3, width, height: NAMES_HEIGHT - 5 });
  }
  return { ...box, height: box.height - PICTURE_HEIGHT - NAMES_HEIGHT - 8 };
}

/** Draws a picture as large as it fits into the middle of a box. */
export function drawIn(doc: PDFKit.PDFDocument, picture: OpenPicture, { x, y, width, height }: Box): void {
  doc.image(picture, x, y, { fit: [width, height], align: 'center', valign: 'center' });
}
