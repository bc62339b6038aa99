import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const unpack = promisify(inflate);
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Most pixels of a picture: as many as fit on its place on paper, twice over. */
const MAX_PIXELS = 1_000_000;
/** Samples of a pixel by the kind of colours that a PNG names. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Whether a content is a whole PNG as browsers write it, which can be drawn in bounded time and memory: 8 bits, not interlaced,
 * and with as many pixels as it says.
 */
export async function isDrawablePng(content: Buffer): Promise<boolean> {
  const parts = partsOf(content);
  const head = parts?.at(0);
  if (!parts || head?.name !== 'IHDR' || head.data.length !== 13 || parts.at(-1)?.name !== 'IEND')
    return false;
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  const [bits, colors, packing, filter, interlace] = head.data.subarray(8);
  const samples = SAMPLES[colors ?? -1];
  if (bits !== 8 || samples === undefined || packing !== 0 || filter !== 0 || interlace !== 0) return false;
  if (width === 0 || height === 0 || width * height > MAX_PIXELS) return false;
  const palettes = parts.filter(({ name }) => name === 'PLTE');
  const isPaletteWhole = palettes.length === 1 && (palettes[0]?.data.length ?? 0) >= 3;
  if (colors === 3 && !isPaletteWhole) return false;
  const packed = Buffer.concat(parts.filter(({ name }) => name === 'IDAT').map(({ data }) => data));
  const bytes = height * (1 + width * samples);
  const pixels = await unpack(packed, { maxOutputLength: bytes }).catch(() => null);
  return pixels?.length === bytes;
}

/** Parts of a PNG; null where it ends too early or goes on after its end. */
function partsOf(content: Buffer): { name: string; data: Buffer }[] | null {
  if (!content.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  const parts: { name: string; data: Buffer }[] = [];
  let at = SIGNATURE.length;
  while (at + 12 <= content.length) {
    const end = at + 8 + content.readUInt32BE(at);
    if (end + 4 > content.length) return null;
    parts.push({ name: content.toString('latin1', at + 4, at + 8), data: content.subarray(at + 8, end) });
    at = end + 4;
  }
  return at === content.length ? parts : null;
}
