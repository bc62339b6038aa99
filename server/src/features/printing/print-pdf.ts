import { createRequire } from 'node:module';
import { setImmediate as pause } from 'node:timers/promises';
import type { PrintPages } from '@balloon/contracts/hall/printing.ts';
import { lineHead, PAGE_ROWS, type PrintLine, UNPRINTABLE } from '@balloon/domain/text/print-pages.ts';
import PDFDocument from 'pdfkit';
import { type DocumentFonts, documentFonts, wide } from '#content/document-fonts.ts';
import type { FindWideFont } from '#content/wide-font.ts';
import { type LineFont, runsOf } from '#features/printing/print-fonts.ts';
import { type PrintHead, printHead } from '#features/printing/print-head.ts';

const INK = '#14171c';
const INK_SOFT = '#5a6270';
const LINE = '#9aa1ac';

const fontFile = createRequire(import.meta.url).resolve;
const FONTS = {
  text: fontFile('@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf'),
  strong: fontFile('@expo-google-fonts/golos-text/600SemiBold/GolosText_600SemiBold.ttf'),
  mono: fontFile('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'),
  signs: fontFile('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
};

/** In points. */
const MARGIN = 42;
const HEAD_TOP = 30;
const TEXT_TOP = 88;
const TEXT_BOTTOM = 26;
const MONO_SIZE = 9;
const MONO_ADVANCE = 0.602;
const MONO_ASCENT = 0.928;
const NOTE_BOTTOM = 20;
const NUMBER_WIDTH = 24;
/** Lines after which others have their turn. */
const SLICE = 8;
/** Program text shows `!=` and `->` as they were typed. */
const AS_TYPED = { calt: false, liga: false, clig: false };

/**
 * Draws jobs one after the other, each page with a head that tells whose it is. The document is a stream that can be sent
 * at once; whoever stops reading stops the drawing, too. Signs that no font has are shown as such, and counted at the foot.
 *
 * @param find finds fonts of the machine for East Asian signs
 */
export function drawPrints(jobs: readonly PrintPages[], find?: FindWideFont): PDFKit.PDFDocument {
  const [first] = jobs;
  const doc = new PDFDocument({
    ...{ size: first?.paper === 'letter' ? 'LETTER' : 'A4', margin: 0, autoFirstPage: false },
    info: { Title: first?.contestName ?? '', Creator: 'Balloon', Producer: 'Balloon' },
  });
  draw().catch((error: unknown) => doc.destroy(error instanceof Error ? error : new Error(String(error))));
  return doc;

  async function draw(): Promise<void> {
    const fonts = await documentFonts(doc, FONTS, { replaced: ['mono', 'text', 'strong'], find });
    for (const { pages, ...job } of jobs) {
      const head = printHead(job);
      for (const [index, lines] of pages.entries()) {
        await pause();
        if (doc.destroyed) return;
        doc.addPage();
        drawHead(doc, fonts, head, `${index + 1} / ${pages.length}`);
        await drawLines(doc, fonts, lines);
      }
    }
    doc.end();
  }
}

/** What stands for a sign without a font in the head, whose fonts have no sign of their own for that. */
const MISSING = '?';

/** Words of the head in a font that has them, or with what stands for those that it does not have. */
function inFont(fonts: DocumentFonts, text: string, usual: 'strong' | 'text') {
  const font = fonts.fontFor(text, usual);
  const shown = [...text].map((sign) => (fonts.has(font, sign.codePointAt(0) ?? 0) ? sign : MISSING));
  return { text: shown.join(''), font };
}

/** Names of the fonts of lines in the document. */
const LINE_FONT_NAMES: Readonly<Record<LineFont, string>> = {
  mono: 'mono',
  wide: wide('mono'),
  signs: 'signs',
};

function drawHead(
  doc: PDFKit.PDFDocument,
  fonts: DocumentFonts,
  { owner, where, what, when }: PrintHead,
  pageNumber: string,
): void {
  const width = doc.page.width - 2 * MARGIN;
  const lines = [
    { left: owner, right: pageNumber, font: 'strong', size: 12, color: INK, y: HEAD_TOP },
    { left: where, right: '', font: 'text', size: 9, color: INK_SOFT, y: HEAD_TOP + 18 },
    { left: what, right: when, font: 'text', size: 9, color: INK_SOFT, y: HEAD_TOP + 31 },
  ] as const;
  for (const { left: words, right, font: usual, size, color, y } of lines) {
    const { text: left, font } = inFont(fonts, words, usual);
    doc.font(font).fontSize(size).fillColor(color);
    const taken = right === '' ? 0 : doc.widthOfString(right) + 12;
    if (right !== '') doc.text(right, MARGIN, y, { width, align: 'right', lineBreak: false });
    if (left !== '') doc.text(left, MARGIN, y, { width: width - taken, height: size * 1.3, ellipsis: true });
  }
  doc
    .lineWidth(0.6)
    .moveTo(MARGIN, TEXT_TOP - 10)
    .lineTo(MARGIN + width, TEXT_TOP - 10)
    .stroke(LINE);
}

async function drawLines(
  doc: PDFKit.PDFDocument,
  fonts: DocumentFonts,
  lines: readonly PrintLine[],
): Promise<void> {
  const height = (doc.page.height - TEXT_TOP - TEXT_BOTTOM) / PAGE_ROWS;
  let missing = 0;
  for (const [row, line] of lines.entries()) {
    if (row % SLICE === SLICE - 1) await pause();
    if (doc.destroyed) return;
    const y = TEXT_TOP + row * height;
    doc.font('mono').fontSize(MONO_SIZE).fillColor(INK_SOFT);
    put(doc, lineHead(line).trim(), MARGIN + numberIndent(line), y);
    if (line.text.trim() !== '') missing += drawLine(doc.fillColor(INK), fonts, line.text, y);
  }
  if (missing > 0) noteMissing(doc, missing);
}

/** Draws a line by the fonts that have its signs. @returns how many signs have none */
function drawLine(doc: PDFKit.PDFDocument, fonts: DocumentFonts, text: string, y: number): number {
  const has = (font: LineFont) => (codePoint: number) => fonts.has(LINE_FONT_NAMES[font], codePoint);
  const { runs, missing } = runsOf(text, { mono: has('mono'), wide: has('wide'), signs: has('signs') });
  const advance = MONO_SIZE * MONO_ADVANCE;
  for (const { font, text: part, column, columns } of runs) {
    doc.font(LINE_FONT_NAMES[font]).fontSize(MONO_SIZE);
    const x = MARGIN + NUMBER_WIDTH + 6 + column * advance;
    if (part.trim() === '') continue;
    if (font === 'mono' && columns === 1) {
      put(doc, part, x, y);
      continue;
    }
    // Each stands in the middle of its columns; a wide sign is as high as it is wide.
    const width = font === 'mono' ? advance : font === 'signs' ? doc.widthOfString(part) : MONO_SIZE;
    const characterSpacing = Math.max(0, columns * advance - width);
    doc.text(part, x + characterSpacing / 2, y + MONO_SIZE * MONO_ASCENT, {
      ...{ lineBreak: false, baseline: 'alphabetic', characterSpacing },
    });
  }
  return missing;
}

/** In both languages of the site, since whoever reads the paper is not known. */
function noteMissing(doc: PDFKit.PDFDocument, missing: number): void {
  const words = `${UNPRINTABLE} × ${missing}: нет шрифта на сервере / no font on the server`;
  doc.font('mono').fontSize(7).fillColor(INK_SOFT);
  put(doc, words, MARGIN, doc.page.height - NOTE_BOTTOM);
}

/** Numbers end in one column. */
const numberIndent = (line: PrintLine): number =>
  NUMBER_WIDTH - lineHead(line).trim().length * MONO_SIZE * MONO_ADVANCE;

function put(doc: PDFKit.PDFDocument, text: string, x: number, y: number): void {
  // The types know only what to switch on; the library takes what to switch off in this form.
  const features = AS_TYPED as unknown as PDFKit.Mixins.OpenTypeFeatures[];
  doc.text(text, x, y, { lineBreak: false, features });
}
