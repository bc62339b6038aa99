import { promisify } from 'node:util';
import { crc32, inflate } from 'node:zlib';

const unpack = promisify(inflate);
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Most pixels of a picture: as many as fit on its place on paper, twice over. */
const MAX_PIXELS = 1_000_000;
/** Samples of a pixel by the kind of colours that a PNG names. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PALETTE = 3;
/** Ways in which a row of pixels is written. */
const FILTERS = 5;

interface Part {
  name: string;
  data: Buffer;
}

/**
 * A PNG with nothing but what is drawn, or null for what cannot be drawn in bounded time and memory. The library that draws
 * believes what a picture says, and throws where nobody can catch: so it gets whole pictures of 8 bits only, not interlaced,
 * with as many pixels as they say and rows that it knows.
 */
export async function drawablePng(content: Buffer): Promise<Buffer | null> {
  const parts = partsOf(content);
  const [head] = parts ?? [];
  if (!parts || head?.name !== 'IHDR' || head.data.length !== 13 || parts.at(-1)?.name !== 'IEND')
    return null;
  const named = (name: string) => parts.filter((part) => part.name === name);
  if (named('IHDR').length !== 1 || named('IEND').length !== 1) return null;
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  const [bits, colors = -1, packing, filter, interlace] = head.data.subarray(8);
  const samples = SAMPLES[colors];
  if (bits !== 8 || samples === undefined || packing !== 0 || filter !== 0 || interlace !== 0) return null;
  if (width === 0 || height === 0 || width * height > MAX_PIXELS) return null;
  const palette = paletteOf(named('PLTE'), colors);
  if (palette === null) return null;
  const packed = Buffer.concat(named('IDAT').map(({ data }) => data));
  if (!(await areWholeRows(packed, { rows: height, rowBytes: 1 + width * samples }))) return null;
  const transparent = transparencyOf(named('tRNS'), palette);
  return written([head, ...palette, ...transparent, { name: 'IDAT', data: packed }]);
}

/** The palette where the colours need one; null where it is broken. */
function paletteOf(found: readonly Part[], colors: number): Part[] | null {
  if (colors !== PALETTE) return [];
  const [palette, ...more] = found;
  if (!palette || more.length > 0) return null;
  const { length } = palette.data;
  return length >= 3 && length <= 3 * 256 && length % 3 === 0 ? [palette] : null;
}

/** What is transparent in a palette; of other colours the library takes it wrongly. */
function transparencyOf(found: readonly Part[], palette: readonly Part[]): Part[] {
  const [transparent] = found;
  const entries = (palette[0]?.data.length ?? 0) / 3;
  return transparent && transparent.data.length <= entries ? [transparent] : [];
}

async function areWholeRows(
  packed: Buffer,
  { rows, rowBytes }: { rows: number; rowBytes: number },
): Promise<boolean> {
  const bytes = rows * rowBytes;
  const pixels = await unpack(packed, { maxOutputLength: bytes }).catch(() => null);
  if (pixels?.length !== bytes) return false;
  for (let at = 0; at < bytes; at += rowBytes) if ((pixels[at] ?? FILTERS) >= FILTERS) return false;
  return true;
}

/** Parts of a PNG; null where it ends too early or goes on after its end. */
function partsOf(content: Buffer): Part[] | null {
  if (!content.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  const parts: Part[] = [];
  let at = SIGNATURE.length;
  while (at + 12 <= content.length) {
    const end = at + 8 + content.readUInt32BE(at);
    if (end + 4 > content.length) return null;
    parts.push({ name: content.toString('latin1', at + 4, at + 8), data: content.subarray(at + 8, end) });
    at = end + 4;
  }
  return at === content.length ? parts : null;
}

function written(parts: readonly Part[]): Buffer {
  const pieces = [...parts, { name: 'IEND', data: Buffer.alloc(0) }].flatMap(({ name, data }) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return [size, body, sum];
  });
  return Buffer.concat([SIGNATURE, ...pieces]);
}
