import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import type { z } from 'zod';

const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** Bytes that a stored block of Deflate can hold. */
const MAX_STORED_BYTES = 65_535;
const BLOCK_HEAD_BYTES = 5;
const TAIL_BYTES = 8;
/** Longer texts are compressed beside the event loop. */
const LONG_BYTES = 256 * 1024;

const deflate = promisify(deflateRaw);

/**
 * Text that many receive with an ending of their own.
 *
 * Theory of operation. The text is compressed once, into blocks of Deflate that end at a whole byte and leave the
 * stream open. An ending is added as a stored block, which costs nothing but its checksum, so that each answer is
 * one valid gzip stream.
 */
export class PackedPage {
  readonly #text: Buffer;
  /** Head and blocks of a gzip stream, up to the ending. */
  readonly #start: Buffer;
  readonly #crc: number;
  /** The stream without an ending, once somebody asked for it. */
  #whole: Buffer | null = null;
  /** Hash of the text, which may be shown to whoever may see the text. */
  readonly hash: string;

  private constructor(text: Buffer, blocks: Buffer) {
    this.#text = text;
    this.#start = Buffer.concat([GZIP_HEAD, blocks]);
    this.#crc = crc32(text);
    this.hash = shortHash(text);
  }

  /** Packs a text for many receivers, or hastily for one. */
  static async of(text: string, forMany: boolean): Promise<PackedPage> {
    const bytes = Buffer.from(text);
    const how = { level: forMany ? 6 : 2, finishFlush: constants.Z_SYNC_FLUSH };
    return new PackedPage(
      bytes,
      bytes.length > LONG_BYTES ? await deflate(bytes, how) : deflateRawSync(bytes, how),
    );
  }

  /** Memory that it takes. */
  get sizeBytes(): number {
    return this.#text.length + this.#start.length;
  }

  /** The text. */
  get text(): Buffer {
    return this.#text;
  }

  /** The text in blocks of Deflate that leave the stream open. */
  get blocks(): Buffer {
    return this.#start.subarray(GZIP_HEAD.length);
  }

  /** The text and an ending, in pieces to be sent one after the other: no reader takes memory for a copy of the text. */
  plain(ending: Ending): readonly Buffer[] {
    return ending.length === 0 ? [this.#text] : [this.#text, bytesOf(ending)];
  }

  /** The text with an ending, as gzip. */
  gzipped(ending: Ending): Buffer {
    if (ending.length > 0) return this.#endedBy(bytesOf(ending));
    this.#whole ??= this.#endedBy(Buffer.alloc(0));
    return this.#whole;
  }

  #endedBy(ending: Buffer): Buffer {
    if (ending.length <= MAX_STORED_BYTES) return this.#endedByBlock(ending);
    const tail = gzipTail(crc32(ending, this.#crc), this.#text.length + ending.length);
    return Buffer.concat([this.#start, ...storedBlocks(ending), tail]);
  }

  /** The same for an ending that fits into one block, as most do: without a buffer for each piece. */
  #endedByBlock(ending: Buffer): Buffer {
    const startBytes = this.#start.length;
    const endBytes = startBytes + BLOCK_HEAD_BYTES + ending.length;
    const whole = Buffer.allocUnsafe(endBytes + TAIL_BYTES);
    this.#start.copy(whole);
    writeBlockHead(whole, startBytes, ending.length, true);
    ending.copy(whole, startBytes + BLOCK_HEAD_BYTES);
    writeTail(whole, endBytes, crc32(ending, this.#crc), this.#text.length + ending.length);
    return whole;
  }
}

/** What follows a text for one receiver; bytes, where it is kept. */
export type Ending = string | Buffer;

const bytesOf = (ending: Ending) => (typeof ending === 'string' ? Buffer.from(ending) : ending);

/**
 * Texts that many receive, each followed by something for one of them: a list of what all see with a word about oneself in
 * each entry. The texts were compressed once, the words between are stored blocks of the same stream.
 */
export class PackedSequence implements Pick<PackedPage, 'plain' | 'gzipped'> {
  readonly #parts: readonly { page: PackedPage; ending: Ending }[];

  constructor(parts: readonly { page: PackedPage; ending: Ending }[]) {
    this.#parts = parts;
  }

  plain(ending: Ending): readonly Buffer[] {
    return [...this.#parts.flatMap((part) => part.page.plain(part.ending)), bytesOf(ending)];
  }

  gzipped(ending: Ending): Buffer {
    const blocks: Buffer[] = [GZIP_HEAD];
    let [crc, sizeBytes] = [0, 0];
    const count = (bytes: Buffer) => {
      crc = crc32(bytes, crc);
      sizeBytes += bytes.length;
      return bytes;
    };
    for (const part of this.#parts) {
      count(part.page.text);
      blocks.push(part.page.blocks, ...storedBlocks(count(bytesOf(part.ending)), false));
    }
    blocks.push(...storedBlocks(count(bytesOf(ending))), gzipTail(crc, sizeBytes));
    return Buffer.concat(blocks);
  }
}

/** Packs an answer that many receive, with the fields of its contract and no others. */
export function packAnswer<Schema extends z.ZodType>(
  schema: Schema,
  answer: z.input<Schema>,
): Promise<PackedPage> {
  return PackedPage.of(JSON.stringify(schema.parse(answer)), true);
}

export const shortHash = (text: string | Buffer) => hash('sha256', text, 'base64url').slice(0, 22);

function gzipTail(crc: number, sizeBytes: number): Buffer {
  const tail = Buffer.allocUnsafe(TAIL_BYTES);
  writeTail(tail, 0, crc, sizeBytes);
  return tail;
}

function writeTail(into: Buffer, at: number, crc: number, sizeBytes: number): void {
  into.writeUInt32LE(crc, at);
  into.writeUInt32LE(sizeBytes % 2 ** 32, at + 4);
}

/** Head of a block that holds bytes as they are. */
function writeBlockHead(into: Buffer, at: number, bytes: number, isLast: boolean): void {
  into[at] = isLast ? 1 : 0;
  into.writeUInt16LE(bytes, at + 1);
  into.writeUInt16LE(bytes ^ 0xffff, at + 3);
}

/** Blocks of a stream of Deflate that hold bytes as they are, the last ones of the stream or others. */
function storedBlocks(bytes: Buffer, areLast = true): Buffer[] {
  const blocks: Buffer[] = [];
  for (let start = 0; start === 0 || start < bytes.length; start += MAX_STORED_BYTES) {
    const part = bytes.subarray(start, start + MAX_STORED_BYTES);
    const head = Buffer.allocUnsafe(BLOCK_HEAD_BYTES);
    writeBlockHead(head, 0, part.length, areLast && start + MAX_STORED_BYTES >= bytes.length);
    blocks.push(head, part);
  }
  return blocks;
}
