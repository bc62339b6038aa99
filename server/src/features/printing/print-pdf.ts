import { createRequire } from 'node:module';
import { setImmediate as pause } from 'node:timers/promises';
import type { PrintPages } from '@balloon/contracts/printing.ts';
import { lineHead, PAGE_ROWS, type PrintLine } from '@balloon/domain/print-pages.ts';
import PDFDocument from 'pdfkit';
import { type PrintHead, printHead } from '#features/printing/print-head.ts';

const INK = '#14171c';
const INK_SOFT = '#5a6270';
const LINE = '#9aa1ac';

const fontFile = createRequire(import.meta.url).resolve;
const FONTS = {
  text: fontFile('@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf'),
  strong: fontFile('@expo-google-fonts/golos-text/600SemiBold/GolosText_600SemiBold.ttf'),
  mono: fontFile('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'),
};

/** In points. */
const MARGIN = 42;
const HEAD_TOP = 30;
const TEXT_TOP = 88;
const TEXT_BOTTOM = 26;
const MONO_SIZE = 9;
const MONO_ADVANCE = 0.602;
const NUMBER_WIDTH = 24;
/** Lines after which others have their turn. */
const SLICE = 8;
/** Program text shows `!=` and `->` as they were typed. */
const AS_TYPED = { calt: false, liga: false, clig: false };

/**
 * Draws jobs one after the other, each page with a head that tells whose it is. The document is a stream that can be sent
 * at once; whoever stops reading stops the drawing, too.
 */
export function drawPrints(jobs: readonly PrintPages[]): PDFKit.PDFDocument {
  const [first] = jobs;
  const doc = new PDFDocument({
    ...{ size: first?.paper === 'letter' ? 'LETTER' : 'A4', margin: 0, autoFirstPage: false },
    info: { Title: first?.contestName ?? '', Creator: 'Balloon', Producer: 'Balloon' },
  });
  for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, file);
  draw().catch((error: unknown) => doc.destroy(error instanceof Error ? error : new Error(String(error))));
  return doc;

  async function draw(): Promise<void> {
    for (const { pages, ...job } of jobs) {
      const head = printHead(job);
      for (const [index, lines] of pages.entries()) {
        await pause();
        if (doc.destroyed) return;
        doc.addPage();
        drawHead(doc, head, `${index + 1} / ${pages.length}`);
        await drawLines(doc, lines);
      }
    }
    doc.end();
  }
}

function drawHead(
  doc: PDFKit.PDFDocument,
  { owner, where, what, when }: PrintHead,
  pageNumber: string,
): void {
  const width = doc.page.width - 2 * MARGIN;
  const lines = [
    { left: owner, right: pageNumber, font: 'strong', size: 12, color: INK, y: HEAD_TOP },
    { left: where, right: '', font: 'text', size: 9, color: INK_SOFT, y: HEAD_TOP + 18 },
    { left: what, right: when, font: 'text', size: 9, color: INK_SOFT, y: HEAD_TOP + 31 },
  ];
  for (const { left, right, font, size, color, y } of lines) {
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

async function drawLines(doc: PDFKit.PDFDocument, lines: readonly PrintLine[]): Promise<void> {
  const height = (doc.page.height - TEXT_TOP - TEXT_BOTTOM) / PAGE_ROWS;
  doc.font('mono').fontSize(MONO_SIZE);
  for (const [row, line] of lines.entries()) {
    if (row % SLICE === SLICE - 1) await pause();
    if (doc.destroyed) return;
    const y = TEXT_TOP + row * height;
    put(doc.fillColor(INK_SOFT), lineHead(line).trim(), MARGIN + numberIndent(line), y);
    if (line.text.trim() !== '') put(doc.fillColor(INK), line.text, MARGIN + NUMBER_WIDTH + 6, y);
  }
}

/** Numbers end in one column. */
const numberIndent = (line: PrintLine): number =>
  NUMBER_WIDTH - lineHead(line).trim().length * MONO_SIZE * MONO_ADVANCE;

function put(doc: PDFKit.PDFDocument, text: string, x: number, y: number): void {
  // The types know only what to switch on; the library takes what to switch off in this form.
  const features = AS_TYPED as unknown as PDFKit.Mixins.OpenTypeFeatures[];
  doc.text(text, x, y, { lineBreak: false, features });
}
