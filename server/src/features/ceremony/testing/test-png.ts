import { crc32, deflateSync } from 'node:zlib';

interface Oddities {
  /** Whether the first byte of each row stays as it is in the pixels. */
  keepsRows?: boolean;
  /** Part after the head, of zeros: its name and size. */
  first?: readonly [name: string, size: number];
}

/** A PNG of one colour with transparency, or one that lies about its pixels. */
export function testPng(
  width: number,
  height: number,
  pixels = Buffer.alloc(height * (1 + width * 4), 7),
  { keepsRows = false, first }: Oddities = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const rowBytes = 1 + width * 4;
  if (!keepsRows)
    for (let row = 0; row < height && row * rowBytes < pixels.length; row += 1) pixels[row * rowBytes] = 0;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    partOf('IHDR', head),
    ...(first ? [partOf(first[0], Buffer.alloc(first[1]))] : []),
    partOf('IDAT', deflateSync(pixels)),
    partOf('IEND', Buffer.alloc(0)),
  ]);
}

function partOf(name: string, data: Buffer): Buffer {
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}
