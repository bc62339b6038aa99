/** Line of text with the type that it is set in. */
export interface SetLine {
  text: string;
  font: string;
  /** In points, where there is room. */
  size: number;
  color: string;
}

/** Part of a page, in points. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Types shrink to this share before texts are cut, and a line to this share of them before it becomes two. */
const LEAST_SCALE = 0.4;
const LEAST_OF_LINE = 0.7;
const STEP = 0.88;
/** Type in points that reads well from an arm's length. */
const READS_WELL = 12;
/** Space below a line, as a share of its type; the whole space of an empty one. */
const SPACE_BELOW = 0.45;
const EMPTY = 0.7;

/** Sets lines in a box: smaller together until they fit, large ones before small ones, and cut with a sign when even that is too much. */
export function fittedTexts(doc: PDFKit.PDFDocument, lines: readonly SetLine[], box: Box): void {
  let measures = measured(doc, lines, box, { scale: 1, least: 0 });
  // A long name gives way first; the lines around it get smaller than what reads well only where that is not enough.
  for (const least of [READS_WELL, 0]) {
    for (let scale = 1; heightOf(measures) > box.height && scale > LEAST_SCALE; ) {
      scale = Math.max(LEAST_SCALE, scale * STEP);
      measures = measured(doc, lines, box, { scale, least });
    }
  }
  // A little above the middle is where the eye sees the middle.
  let y = box.y + Math.max(0, (box.height - heightOf(measures)) * 0.4);
  for (const { line, size, height } of measures) {
    const room = box.y + box.height - y;
    if (room < size * 1.2) return;
    if (line.text !== '') {
      doc.font(line.font).fontSize(size).fillColor(line.color);
      doc.text(line.text, box.x, y, {
        ...{ width: box.width, align: 'center', ellipsis: true },
        height: Math.min(room, height),
      });
    }
    y += height;
  }
}

interface Measured {
  line: SetLine;
  size: number;
  height: number;
}

function measured(
  doc: PDFKit.PDFDocument,
  lines: readonly SetLine[],
  { width }: Box,
  { scale, least }: { scale: number; least: number },
): Measured[] {
  return lines.map((line) => {
    const whole = Math.max(line.size * scale, Math.min(line.size, least));
    if (line.text === '') return { line, size: whole, height: whole * EMPTY };
    const wide = doc.font(line.font).fontSize(whole).widthOfString(line.text);
    const share = (width - 1) / wide;
    const size = share < 1 && share >= LEAST_OF_LINE ? whole * share : whole;
    const height = doc.fontSize(size).heightOfString(line.text, { width, align: 'center' });
    return { line, size, height: height + size * SPACE_BELOW };
  });
}

const heightOf = (measures: readonly Measured[]) => measures.reduce((sum, { height }) => sum + height, 0);
