import { drawIn, type OpenPicture } from '#features/ceremony/certificate-signatures.ts';

const TOP = 50;
const HEIGHT = 54;
const MARK = 46;
/** Widest a picture gets alone, and beside another one. */
const WIDEST = 280;
const WIDEST_OF_TWO = 220;
/** Between two pictures, half of it on each side of the line. */
const GAP = 44;

/** Draws the logo of the contest, or the mark without one, and beside it that of the team's organisation where it has one. */
export function drawHeader(
  doc: PDFKit.PDFDocument,
  brand: string,
  { logo, organization }: { logo: OpenPicture | null; organization: OpenPicture | null },
): void {
  const middle = doc.page.width / 2;
  const most = organization ? WIDEST_OF_TWO : WIDEST;
  const width = logo ? widthOf(logo, most) : MARK;
  const other = organization ? widthOf(organization, WIDEST_OF_TWO) : 0;
  const left = middle - (width + (organization ? GAP + other : 0)) / 2;
  if (logo) drawIn(doc, logo, { x: left, y: TOP, width, height: HEIGHT });
  else mark(doc, { x: left, y: TOP + (HEIGHT - MARK) / 2, size: MARK }, brand);
  if (!organization) return;
  const line = left + width + GAP / 2;
  doc
    .save()
    .strokeOpacity(0.35)
    .lineWidth(0.7)
    .moveTo(line, TOP + 6)
    .lineTo(line, TOP + HEIGHT - 6)
    .stroke(brand)
    .restore();
  drawIn(doc, organization, { x: line + GAP / 2, y: TOP, width: other, height: HEIGHT });
}

/** Width of a picture that is as high as the header, or as wide as it may be. */
const widthOf = ({ width, height }: OpenPicture, most: number) => Math.min(most, (width / height) * HEIGHT);

/** The mark: a balloon whose string ends in a tick, as `web/public/favicon.svg` has it on 32 × 32. */
function mark(
  doc: PDFKit.PDFDocument,
  { x, y, size }: { x: number; y: number; size: number },
  color: string,
): void {
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
