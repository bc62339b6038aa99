import { createRequire } from 'node:module';
import { setImmediate as pause } from 'node:timers/promises';
import { certificateLines } from '@balloon/domain/ceremony/certificate-text.ts';
import PDFDocument from 'pdfkit';
import { fittedTexts, type SetLine } from '#features/ceremony/certificate-layout.ts';
import { type DrawnPictures, NO_PICTURES } from '#features/ceremony/certificate-pictures.ts';
import {
  drawIn,
  drawSignatures,
  type OpenPicture,
  openPictures,
} from '#features/ceremony/certificate-signatures.ts';
import type { Certificates } from '#features/ceremony/read-certificates.ts';

const OUR_COLOR = '#2440d6';
const INK = '#14171c';
const INK_SOFT = '#4d5562';

const fontFile = createRequire(import.meta.url).resolve;
const FONTS = {
  text: fontFile('@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf'),
  strong: fontFile('@expo-google-fonts/golos-text/600SemiBold/GolosText_600SemiBold.ttf'),
};

/**
 * Draws certificates, A4 across, one page each. The document is a stream that can be sent at once; whoever stops reading
 * stops the drawing, too.
 *
 * @param brand colour of the site; absent: ours
 */
export function drawCertificates(
  { text, pages }: Certificates,
  {
    title,
    brand = OUR_COLOR,
    pictures = NO_PICTURES,
  }: { title: string; brand?: string | undefined; pictures?: DrawnPictures },
): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    ...{ size: 'A4', layout: 'landscape', margin: 0, autoFirstPage: false },
    info: { Title: title, Creator: 'Balloon', Producer: 'Balloon' },
  });
  for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, file);
  // Opened once, so that the document has each picture once.
  const drawn = openPictures(doc, pictures);
  draw().catch((error: unknown) => doc.destroy(error instanceof Error ? error : new Error(String(error))));
  return doc;

  async function draw(): Promise<void> {
    for (const facts of pages) {
      await pause(); // a page takes milliseconds, one of endless names a tenth of a second: others come in between
      if (doc.destroyed) return;
      doc.addPage();
      decorate(doc, brand, drawn.logo);
      const bodyBox = drawSignatures(doc, drawn.signatures, BODY_BOX);
      const [heading] = certificateLines(text.heading, facts);
      const lines = certificateLines(text.body, facts).map(({ text: line, field }): SetLine => {
        if (field === 'team') return { text: line, font: 'strong', size: 36, color: INK };
        if (field === 'award') return { text: line, font: 'strong', size: 22, color: brand };
        if (field === 'organization') return { text: line, font: 'text', size: 18, color: INK };
        return { text: line, font: 'text', size: 15, color: INK_SOFT };
      });
      fittedTexts(doc, [{ text: heading?.text ?? '', font: 'strong', size: 46, color: brand }], HEADING_BOX);
      fittedTexts(doc, lines, bodyBox);
    }
    doc.end();
  }
}

const HEADING_BOX = { x: 110, y: 108, width: 622, height: 82 };
const BODY_BOX = { x: 110, y: 194, width: 622, height: 334 };

/** The mark: a balloon whose string ends in a tick, as `web/public/favicon.svg` has it on 32 × 32. */
function mark(
  doc: PDFKit.PDFDocument,
  { x, y, size }: { x: number; y: number; size: number },
  color: string,
) {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32);
  doc.save().rotate(27, { origin: [20, 11] });
  doc.path('M20 .8c-5.4 0-9.2 4-9.2 9.2 0 5.6 4.6 10.9 9.2 10.9s9.2-5.3 9.2-10.9C29.2 4.8 25.4.8 20 .8Z');
  doc.fill(color).path('m20 19.8 2.6 3.7h-5.2Z').fill(color).restore();
  doc.lineWidth(3).lineCap('round').lineJoin('round');
  doc.path('M3.6 22.4 9.4 29l5.3-7').stroke(color).restore();
}

/** Frame, mark, and balloons so pale that text stays readable on them. */
function decorate(doc: PDFKit.PDFDocument, brand: string, logo: OpenPicture | null): void {
  const { width, height } = doc.page;
  doc
    .save()
    .roundedRect(26, 26, width - 52, height - 52, 14)
    .clip();
  doc.fillOpacity(0.07).strokeOpacity(0.07);
  balloon(doc, { x: 92, y: 470, size: 1.25 }, brand);
  balloon(doc, { x: 168, y: 540, size: 0.8 }, brand);
  balloon(doc, { x: width - 84, y: 120, size: 1.1 }, brand);
  balloon(doc, { x: width - 150, y: 60, size: 0.7 }, brand);
  doc.restore();
  doc.save().lineWidth(1.6);
  doc.roundedRect(26, 26, width - 52, height - 52, 14).stroke(brand);
  doc.strokeOpacity(0.35).lineWidth(0.7);
  doc
    .roundedRect(33, 33, width - 66, height - 66, 9)
    .stroke(brand)
    .restore();
  if (logo === null) mark(doc, { x: width / 2 - 23, y: 58, size: 46 }, brand);
  else drawIn(doc, logo, { x: width / 2 - 140, y: 50, width: 280, height: 58 });
}

function balloon(
  doc: PDFKit.PDFDocument,
  { x, y, size }: { x: number; y: number; size: number },
  color: string,
): void {
  doc.save().translate(x, y).scale(size);
  doc.path('M0-62c-30 0-50 22-50 51C-50 20-25 50 0 50S50 20 50-11C50-40 30-62 0-62Z').fill(color);
  doc.path('m0 46 9 14h-18Z').fill(color);
  doc.lineWidth(2).path('M0 60c-10 30 12 45 2 80').stroke(color).restore();
}
