import { createRequire } from 'node:module';
import { setImmediate as pause, setTimeout as wait } from 'node:timers/promises';
import { certificateLines } from '@balloon/domain/ceremony/certificate-text.ts';
import PDFDocument from 'pdfkit';
import { documentFonts } from '#content/document-fonts.ts';
import type { FindWideFont } from '#content/wide-font.ts';
import { drawHeader } from '#features/ceremony/certificate-header.ts';
import { fittedTexts, type SetLine } from '#features/ceremony/certificate-layout.ts';
import { type DrawnPictures, NO_PICTURES } from '#features/ceremony/certificate-pictures.ts';
import { drawSignatures, openPictures } from '#features/ceremony/certificate-signatures.ts';
import { openLogos } from '#features/ceremony/open-logos.ts';
import type { Certificates } from '#features/ceremony/read-certificates.ts';

const OUR_COLOR = '#2440d6';
const INK = '#14171c';
const INK_SOFT = '#4d5562';

const fontFile = createRequire(import.meta.url).resolve;
const FONTS = {
  text: fontFile('@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf'),
  strong: fontFile('@expo-google-fonts/golos-text/600SemiBold/GolosText_600SemiBold.ttf'),
};

/** Most of the document that waits for a slow reader before the next page is drawn. */
const UNREAD_MAX_BYTES = 1024 * 1024;
const ASK_READER_EVERY_MS = 20;

interface DrawingOptions {
  title: string;
  /** Colour of the site; absent: ours. */
  brand?: string | undefined;
  pictures?: DrawnPictures;
  /** Reads a logo that pages name; null for one that cannot be drawn. */
  logoOf?: (name: string) => Promise<Buffer | null>;
  /** Finds fonts of the machine for East Asian signs. */
  find?: FindWideFont;
}

/**
 * Draws certificates, A4 across, one page each. The document is a stream that can be sent at once; whoever stops reading
 * stops the drawing, too.
 */
export function drawCertificates(
  { text, pages }: Certificates,
  { title, brand = OUR_COLOR, pictures = NO_PICTURES, logoOf = async () => null, find }: DrawingOptions,
): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    ...{ size: 'A4', layout: 'landscape', margin: 0, autoFirstPage: false },
    info: { Title: title, Creator: 'Balloon', Producer: 'Balloon' },
  });
  // Opened once, so that the document has each picture once.
  const drawn = openPictures(doc, pictures);
  const logos = openLogos(doc, logoOf);
  draw().catch((error: unknown) => doc.destroy(error instanceof Error ? error : new Error(String(error))));
  return doc;

  async function draw(): Promise<void> {
    const fonts = await documentFonts(doc, FONTS, { replaced: ['text', 'strong'], find });
    const inFont = <Line extends SetLine>(line: Line): Line => ({
      ...line,
      font: fonts.fontFor(line.text, line.font === 'strong' ? 'strong' : 'text'),
    });
    for (const { logo, ...facts } of pages) {
      await pause(); // a page takes milliseconds, one of endless names a tenth of a second: others come in between
      const organization = logo === null ? null : await logos.open(logo);
      while (doc.readableLength > UNREAD_MAX_BYTES && !doc.destroyed) await wait(ASK_READER_EVERY_MS);
      if (doc.destroyed) return;
      doc.addPage();
      decorate(doc, brand);
      drawHeader(doc, brand, { logo: drawn.logo, organization });
      await logos.drawn(organization);
      const bodyBox = drawSignatures(doc, drawn.signatures, BODY_BOX, inFont);
      const [heading] = certificateLines(text.heading, facts);
      const lines = certificateLines(text.body, facts).map(({ text: line, field }): SetLine => {
        if (field === 'team') return { text: line, font: 'strong', size: 36, color: INK };
        if (field === 'award') return { text: line, font: 'strong', size: 22, color: brand };
        if (field === 'organization') return { text: line, font: 'text', size: 18, color: INK };
        return { text: line, font: 'text', size: 15, color: INK_SOFT };
      });
      const top = inFont({ text: heading?.text ?? '', font: 'strong', size: 46, color: brand });
      fittedTexts(doc, [top], HEADING_BOX);
      fittedTexts(doc, lines.map(inFont), bodyBox);
    }
    doc.end();
  }
}

const HEADING_BOX = { x: 110, y: 108, width: 622, height: 82 };
const BODY_BOX = { x: 110, y: 194, width: 622, height: 334 };

/** Frame, and balloons so pale that text stays readable on them. */
function decorate(doc: PDFKit.PDFDocument, brand: string): void {
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
