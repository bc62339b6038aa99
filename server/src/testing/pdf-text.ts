import { inflateSync } from 'node:zlib';

/**
 * Texts of each page of a document that pdfkit made with embedded fonts, a line for each call that drew one. Reads no
 * documents of others.
 */
export function textsOfPdf(pdf: Buffer): string[][] {
  const objects = objectsOf(pdf);
  const letters = new Map<string, Map<number, string>>();
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
    .map(({ head }) => {
      const resources = objects.get(/\/Resources (\d+) 0 R/.exec(head)?.[1] ?? '')?.head ?? head;
      const fonts = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, id]),
      );
      const content = objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.content ?? '';
      return drawnTexts(content, (font) => {
        const id = fonts.get(font) ?? '';
        const known = letters.get(id) ?? lettersOf(objects, id);
        letters.set(id, known);
        return known;
      });
    });
}

interface PdfObject {
  head: string;
  content: string;
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const start = match.index + match[0].length;
    const end = text.indexOf('endobj', start);
    const stream = text.indexOf('stream\n', start);
    const hasStream = stream !== -1 && stream < end;
    const head = text.slice(start, hasStream ? stream : end);
    const bytes = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const raw = hasStream ? pdf.subarray(stream + 7, stream + 7 + bytes) : Buffer.alloc(0);
    const isPacked = head.includes('/FlateDecode') && !head.includes('/Subtype /Image');
    objects.set(match[1] ?? '', { head, content: (isPacked ? inflateSync(raw) : raw).toString('latin1') });
  }
  return objects;
}

/** Letters of a font by the number of their shape. */
function lettersOf(objects: ReadonlyMap<string, PdfObject>, fontId: string): Map<number, string> {
  const head = objects.get(fontId)?.head ?? '';
  const map = objects.get(/\/ToUnicode (\d+) 0 R/.exec(head)?.[1] ?? '')?.content ?? '';
  const letters = new Map<number, string>();
  for (const [, from = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    [...list.matchAll(/<([^>]*)>/g)].forEach(([, hex = ''], index) => {
      const units = hex.replaceAll(' ', '').match(/.{4}/g) ?? [];
      letters.set(
        Number.parseInt(from, 16) + index,
        units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join(''),
      );
    });
  }
  return letters;
}

function drawnTexts(content: string, lettersOfFont: (font: string) => ReadonlyMap<number, string>): string[] {
  let letters: ReadonlyMap<number, string> = new Map();
  const texts: string[] = [];
  for (const [, font, shapes] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = lettersOfFont(font);
    const ids = [...(shapes ?? '').matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    if (shapes !== undefined)
      texts.push(ids.map((id) => letters.get(Number.parseInt(id, 16)) ?? '').join(''));
  }
  return texts;
}
