import { type FindWideFont, findWideFont, type WideFontKind } from '#content/wide-font.ts';

/** Whether a font has a sign. */
export type HasSign = (codePoint: number) => boolean;

/** Part of the library that its types leave out. */
interface HasFont {
  _font: { font: { hasGlyphForCodePoint: HasSign } };
}

export interface DocumentFonts {
  /** Whether a font, by its name, has a sign; one that the machine does not have has none. */
  has(font: string, codePoint: number): boolean;
  /** The font that has all signs of a text: the usual one, else that of the machine for East Asian signs, else the usual one. */
  fontFor(text: string, usual: WideFontKind): string;
}

/** Name in a document of the machine's font in place of one of ours. */
export const wide = (kind: WideFontKind) => `wide ${kind}`;

/**
 * Gives a document its fonts, and those of the machine for East Asian signs in place of some of them. None is opened before a sign
 * is asked for that the usual one does not have.
 */
export async function documentFonts(
  doc: PDFKit.PDFDocument,
  files: Readonly<Record<string, string>>,
  { replaced, find = findWideFont }: { replaced: readonly WideFontKind[]; find?: FindWideFont | undefined },
): Promise<DocumentFonts> {
  const names = new Set(Object.keys(files));
  for (const [name, file] of Object.entries(files)) doc.registerFont(name, file);
  for (const kind of replaced) {
    const font = await find(kind);
    if (!font) continue;
    doc.registerFont(wide(kind), font.file, font.name ?? undefined);
    names.add(wide(kind));
  }
  const known = new Map<string, boolean>();
  const has = (font: string, codePoint: number): boolean => {
    if (!names.has(font)) return false;
    const key = `${font} ${codePoint}`;
    const answer =
      known.get(key) ?? (doc.font(font) as unknown as HasFont)._font.font.hasGlyphForCodePoint(codePoint);
    known.set(key, answer);
    return answer;
  };
  const hasAll = (font: string, text: string) =>
    [...text].every((sign) => has(font, sign.codePointAt(0) ?? 0));
  return {
    has,
    fontFor: (text, usual) => (!hasAll(usual, text) && hasAll(wide(usual), text) ? wide(usual) : usual),
  };
}
