import { readFileSync, statSync } from 'node:fs';
import type { Element } from 'hast';
import { h } from 'hastscript';
import { imageSize } from 'image-size';
import { isPicture } from '#statements/media-type.ts';
import type { Remarks } from '#statements/remarks.ts';
import type { StatementFiles } from '#statements/statement-files.ts';

/** Size as written in TeX: `0.5\linewidth`, `5cm`, `0.8`. */
export interface PictureSize {
  width?: string | undefined;
  height?: string | undefined;
  scale?: string | undefined;
}

/** Shows a picture that the statement names; one that browsers cannot show is offered as a file. */
export function picture(
  reference: string,
  size: PictureSize,
  { files, remarks }: { files: StatementFiles; remarks: Remarks },
  alt = '',
): Element {
  const file = files.findPicture(reference);
  if (file === null) {
    remarks.lose(`the picture ${reference} is missing: there is no such file beside the statement`);
    return h('span', `[${reference}]`);
  }
  if (!isPicture(file)) {
    remarks.lose(
      `the picture ${file.name} cannot be shown by browsers and is offered as a file; add it as SVG or PNG`,
    );
    return h('a', { href: files.addressOf(file), className: ['statement-file'] }, file.name);
  }
  const style = styleOf(size);
  const width =
    style === null && size.scale !== undefined ? scaledWidth(file.path, Number(size.scale)) : null;
  return h('img', { src: files.addressOf(file), alt, ...(style && { style }), ...(width && { width }) });
}

function styleOf({ width, height }: PictureSize): string | null {
  const share = /^([\d.]*)\s*\\(?:line|text|column|h)(?:width|size)$/.exec(width ?? '');
  if (share) return `width: ${Math.min(Math.round(Number(share[1] || 1) * 100), 100)}%`;
  for (const [name, length] of [
    ['width', width],
    ['height', height],
  ] as const) {
    const parsed = /^([\d.]+)\s*(cm|mm|in|pt|em|ex|px|bp)$/.exec(length ?? '');
    if (parsed) return `${name}: ${cssLength(Number(parsed[1]), parsed[2] ?? 'px')}`;
  }
  return null;
}

/** Converts inches and PostScript points to lengths that the page allows. */
function cssLength(value: number, unit: string): string {
  if (unit === 'in') return `${round(value * 2.54)}cm`;
  return `${round(value)}${unit === 'bp' ? 'pt' : unit}`;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** Largest size in bytes of a picture that is measured. */
const MAX_BYTES = 20_000_000;

/** Returns the width in CSS pixels; null where the picture's own size is right. */
function scaledWidth(path: string, scale: number): number | null {
  if (!(scale > 0) || scale === 1) return null;
  try {
    if (statSync(path).size > MAX_BYTES) return null;
    const { width } = imageSize(readFileSync(path));
    return Math.min(Math.max(Math.round(width * scale), 8), 2000);
  } catch {
    return null;
  }
}
